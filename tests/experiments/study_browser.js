"use strict";
// A browser small enough to read, for a study's page: elements are plain objects, tabs of one device share
// what is kept, and tell each other of it when the device delivers.

const fs = require("node:fs");
const vm = require("node:vm");

class Device {
  constructor(path) {
    this.page = fs.readFileSync(path, "utf-8");
    this.scripts = [...this.page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((match) => match[1]);
    const questions = [...this.page.matchAll(/type="radio" name="question(\d+)"/g)].map((match) => match[1]);
    this.questions = new Set(questions).size;
    this.points = questions.length / this.questions;
    this.stored = new Map();
    this.tabs = [];
    this.untold = [];
  }

  open(search = "") {
    const tab = new Tab(this, search);
    this.tabs.push(tab);
    tab.load();
    return tab;
  }

  // Tell all other tabs of what was kept since the last time; a browser does so a little later.
  deliver() {
    for (const { from, key, newValue } of this.untold.splice(0)) {
      for (const tab of this.tabs) if (tab !== from) tab.tell("storage", { key, newValue });
    }
  }

  kept() {
    return [...this.stored.keys()].filter((key) => !key.endsWith("/last")).sort();
  }
}

class Tab {
  constructor(device, search) {
    Object.assign(this, { device, search, reloads: 0 });
  }

  load() {
    this.elements = new Map();
    this.chosen = new Map();
    this.on = {};
    this.active = {};
    this.byId("materials").textContent = this.device.scripts[0];
    const listen = (kind, act) => (this.on[kind] = act);
    const document = {
      getElementById: (id) => this.byId(id),
      addEventListener: listen,
      querySelector: (selector) => this.radio(...selector.match(/name="(\w+)"\]\[value="(\w+)"/).slice(1)),
    };
    Object.defineProperty(document, "activeElement", { get: () => this.active });
    const { chosen } = this;
    const FormData = class { has(name) { return chosen.has(name); } get(name) { return chosen.get(name); } };
    vm.runInNewContext(this.device.scripts[1], {
      document, FormData, localStorage: this.storage(), addEventListener: listen, URLSearchParams, TextEncoder, Blob,
      location: { search: this.search, reload: () => { this.reloads++; this.load(); } },
      URL: { createObjectURL: () => "blob:" }, scrollTo: () => {}, confirm: () => true,
    });
  }

  storage() {
    const { stored, untold } = this.device;
    const change = (key, newValue) => {
      if ((stored.get(key) ?? null) !== newValue) untold.push({ from: this, key, newValue });
      if (newValue === null) stored.delete(key);
      else stored.set(key, newValue);
    };
    return {
      get length() { return stored.size; },
      key: (place) => [...stored.keys()][place],
      getItem: (key) => stored.get(key) ?? null,
      setItem: change,
      removeItem: (key) => change(key, null),
    };
  }

  byId(id) {
    if (!this.elements.has(id)) {
      const element = { id, hidden: true, value: "", textContent: "", on: {}, select: () => {} };
      element.addEventListener = (kind, act) => (element.on[kind] = act);
      element.focus = () => this.focus(element);
      element.reset = () => { if (id === "ratings") this.chosen.clear(); };
      this.elements.set(id, element);
    }
    return this.elements.get(id);
  }

  radio(name, value) {
    const { chosen } = this;
    if (!(Number(value) <= this.device.points)) return null;
    const radio = { name, set checked(_) { chosen.set(name, value); } };
    radio.focus = () => this.focus(radio);
    return radio;
  }

  focus(element) {
    this.active = element;
    this.tell("focusin", {});
  }

  tell(kind, event) {
    this.on[kind]?.({ preventDefault: () => {}, ...event });
  }

  // What a subject does.

  click(id) {
    const element = this.byId(id);
    (element.on.click ?? element.onclick)({});
  }

  submit(id) {
    this.byId(id).on.submit({ preventDefault: () => {} });
  }

  press(key) {
    this.tell("keydown", { key });
  }

  rate(...ratings) {
    ratings.forEach((rating, question) => this.chosen.set(`question${question}`, String(rating)));
    this.submit("ratings");
  }

  written() {
    return JSON.parse(this.byId("written").value);
  }

  shown() {
    return ["begin", "rate", "end"].filter((id) => !this.byId(id).hidden).join();
  }
}

module.exports = { Device };
