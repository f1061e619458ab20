"use strict";
// Goes through the page of a study: `node study_page.js PAGE.html SUBJECT LIST`. Every text is rated by its
// length, and after every third one the page is loaded anew with what the browser has kept. Prints what was
// shown, and the file at the end.

const { Device } = require("./study_browser.js");

const [, , path, subject, list] = process.argv;
const device = new Device(path);
const seen = [];
let tab = device.open(`?list=${list}&subject=${subject}`);
tab.byId("about0").value = "yes";
tab.submit("start");
while (tab.shown() === "rate") {
  if (seen.length % 3 === 1) tab = device.open(`?subject=${subject}`);
  const text = tab.byId("text").textContent;
  seen.push([tab.byId("rate-heading").textContent, text, tab.byId("source").textContent]);
  const questions = [...Array(device.questions).keys()];
  tab.rate(...questions.map((question) => 1 + (text.length + question) % device.points));
}
console.log(JSON.stringify({ seen, file: tab.byId("file").download, written: tab.byId("written").value }));
