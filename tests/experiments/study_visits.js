"use strict";
// What can happen on one device: `node study_visits.js PAGE.html VISIT` prints what came of it.

const { Device } = require("./study_browser.js");

const [, , path, visit] = process.argv;
const device = new Device(path);
const all = (rating) => Array(device.questions).fill(rating);

function begin(tab, code) {
  if (code) tab.byId("subject").value = code;
  tab.byId("about0").value = "no";
  tab.submit("start");
  return tab;
}

function finish(tab, rating) {
  while (tab.shown() === "rate") tab.rate(...all(rating));
  return tab.written();
}

const values = (record) => record.ratings.map((one) => one.rating);

const VISITS = {
  // Another person comes to the device on which somebody is half through.
  shared() {
    const first = begin(device.open("?list=1"), "first");
    first.rate(...all(1));
    const second = device.open("?list=1");
    const offered = [second.shown(), second.byId("known").hidden, second.byId("continue").textContent];
    second.click("someone-else");
    const asked = [second.byId("known").hidden, second.byId("start").hidden];
    const code = second.byId("subject").value;
    const theirs = finish(begin(second), 2);
    const again = device.open("?list=1");
    return { offered, asked, code, theirs: [theirs.subject, ...values(theirs)], last: again.byId("continue").textContent, kept: device.kept().length };
  },

  // The same, and they give the code of the first, or are the first again.
  sameCode() {
    const first = begin(device.open(), "first");
    first.rate(...all(1));
    const second = device.open();
    second.click("someone-else");
    begin(second, "first");
    const offered = [second.shown(), second.byId("known").hidden, second.byId("continue").textContent];
    second.click("continue");
    return { offered, heading: second.byId("rate-heading").textContent, kept: device.kept().length };
  },

  // At the end there is a way on for the next, and nothing is lost.
  nextPerson() {
    const tab = begin(device.open(), "first");
    const first = finish(tab, 1);
    const hidden = tab.byId("next-person").hidden;
    tab.click("next-person");
    const shown = [tab.shown(), tab.byId("known").hidden, tab.byId("subject").value !== "first"];
    const second = finish(begin(tab, "second"), 2);
    const back = device.open();
    back.click("someone-else");
    begin(back, "first");
    back.click("continue");
    const same = JSON.stringify(back.written()) === JSON.stringify(first);
    const linked = finish(begin(device.open("?subject=third&list=1")), 3);
    return { hidden, shown, subjects: [first.subject, second.subject, linked.subject], same, kept: device.kept().length, linked: device.tabs.at(-1).byId("next-person").hidden };
  },

  // Two tabs with one session, neither of which is told of the other.
  twoTabs() {
    const one = begin(device.open("?list=1&subject=s1"));
    const other = device.open("?list=1&subject=s1");
    for (let count = 0; count < 3; count++) one.rate(...all(1));
    const behind = other.byId("rate-heading").textContent;
    other.rate(...all(5));
    const heading = other.byId("rate-heading").textContent;
    const said = !other.byId("elsewhere").hidden;
    other.rate(...all(2));
    one.chosen.set("question0", "5");
    one.byId("ratings").on.change({});
    const caughtUp = one.byId("rate-heading").textContent;
    return { behind, heading, said, caughtUp, values: values(finish(one, 3)) };
  },

  // Two tabs which are told of each other; then the answers are removed in one.
  toldTabs() {
    const one = begin(device.open("?list=1&subject=s1"));
    const other = device.open("?list=1&subject=s1");
    device.deliver();
    one.rate(...all(1));
    device.deliver();
    const heading = other.byId("rate-heading").textContent;
    const written = finish(one, 2);
    device.deliver();
    const end = [other.shown(), JSON.stringify(other.written()) === JSON.stringify(written)];
    const quiet = device.untold.length;
    one.click("remove");
    device.deliver();
    return { heading, end, quiet, kept: device.kept(), reloads: other.reloads, shown: other.shown() };
  },

  // Who stops hands over what there is, and can go on.
  stop() {
    const tab = begin(device.open("?list=1&subject=s1"));
    for (const rating of [1, 2, 3]) tab.rate(...all(rating));
    tab.click("stop");
    const stopped = { file: tab.byId("file").download, heading: tab.byId("end-heading").textContent, written: tab.byId("written").value };
    const open = !tab.byId("stopped").hidden;
    tab.click("go-on");
    const next = [tab.shown(), tab.byId("rate-heading").textContent];
    const end = finish(tab, 4);
    return { stopped, open, next, values: values(end), finished: end.finished !== null, closed: tab.byId("stopped").hidden, file: tab.byId("file").download };
  },

  // Digits with two questions: one after the other, then the first again, by going back to it.
  keyboard() {
    const tab = begin(device.open("?list=1&subject=s1"));
    const ratings = [];
    tab.press("4");
    tab.press("2");
    tab.submit("ratings");
    tab.press("4");
    tab.press("2");
    tab.press("3"); // All are answered: the one in focus, which is the second.
    tab.submit("ratings");
    tab.press("4");
    tab.radio("question0", 4).focus();
    tab.press("1");
    tab.press("5");
    tab.submit("ratings");
    tab.radio("question1", 1).focus();
    tab.press("1");
    tab.press("5");
    tab.submit("ratings");
    // A mouse on the first, then a digit: for the one that is open.
    tab.radio("question0", 2).focus();
    tab.chosen.set("question0", "2");
    tab.byId("ratings").on.change({});
    tab.press("3");
    tab.submit("ratings");
    tab.click("stop");
    return values(tab.written());
  },
};

console.log(JSON.stringify(VISITS[visit]()));
