"use strict";
// Runs the script of a study's page without a browser: `node study_page.js PAGE.html SUBJECT LIST`.
// Elements are plain objects, every text is rated by its length, and after every third one the page
// is loaded anew with what the browser has kept. Prints what was shown, and the file at the end.

const fs = require("node:fs");
const vm = require("node:vm");

const [, , path, subject, list] = process.argv;
const page = fs.readFileSync(path, "utf-8");
const scripts = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((match) => match[1]);
const points = new Set([...page.matchAll(/type="radio" name="question0"/g)].map((match) => match.index)).size;
const storage = new Map();
const seen = [];
let asked = 0;

function load() {
  const elements = new Map();
  const chosen = new Map();
  const byId = (id) => {
    if (!elements.has(id)) {
      const element = { id, hidden: true, value: "", textContent: "", on: {} };
      element.addEventListener = (kind, act) => (element.on[kind] = act);
      element.focus = element.select = () => {};
      element.reset = () => chosen.clear();
      elements.set(id, element);
    }
    return elements.get(id);
  };
  byId("materials").textContent = scripts[0];
  const names = (selector) => selector.match(/name="(\w+)"\]\[value="(\w+)"/).slice(1);
  const document = {
    getElementById: byId,
    addEventListener: () => {},
    querySelector: (selector) => {
      const [name, value] = names(selector);
      return value === "undefined" ? null : { set checked(_) { chosen.set(name, value); } };
    },
  };
  const localStorage = {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
  };
  const location = { search: asked++ ? "" : `?list=${list}&subject=${subject}` };
  const FormData = class { has(name) { return chosen.has(name); } get(name) { return chosen.get(name); } };
  const URL = { createObjectURL: () => "blob:" };
  const scrollTo = () => {};
  const globals = { document, localStorage, location, FormData, URL, scrollTo, URLSearchParams, TextEncoder, Blob };
  vm.runInNewContext(scripts[1], globals);
  return { byId, chosen };
}

let { byId, chosen } = load();
const event = { preventDefault: () => {} };
byId("start").on.submit(event);
while (byId("end").hidden) {
  if (seen.length % 3 === 1) ({ byId, chosen } = load());
  const text = byId("text").textContent;
  seen.push([byId("rate-heading").textContent, text, byId("source").textContent]);
  for (let question = 0; page.includes(`name="question${question}"`); question++) {
    chosen.set(`question${question}`, String(1 + (text.length + question) % points));
  }
  byId("ratings").on.submit(event);
}
console.log(JSON.stringify({ seen, file: byId("file").download, written: byId("written").value }));
