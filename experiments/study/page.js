"use strict";
// One subject's way through the study: begin, rate one text after another, hand the ratings over.
// All that a subject has done is kept in `state`, and with it in the browser, after every step.

const byId = (id) => document.getElementById(id);
const materials = JSON.parse(byId("materials").textContent);
const questions = materials.study.questions.map((question) => question.name);
const link = new URLSearchParams(location.search);
const CODE = /^[A-Za-z0-9._-]{1,40}$/;
let state = null;
let shownAt = 0;

// Keeping: a browser may refuse to keep anything, and then only a reload is lost.

function keep(name, value) {
  try {
    localStorage.setItem(`${materials.id}/${name}`, JSON.stringify(value));
  } catch {
    byId("unkept").hidden = false;
  }
}

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`${materials.id}/${name}`));
  } catch {
    return null;
  }
}

function forget(name) {
  try {
    localStorage.removeItem(`${materials.id}/${name}`);
  } catch {
    // What was never kept need not go.
  }
}

const nameOf = (list, subject) => `${list}/${subject}`;
const keepState = () => keep(nameOf(state.list, state.subject), state);

// The order: the same numbers as in design.py, which tells it afterwards.

function* draws(name) {
  let word = 0x811c9dc5 | 0;
  for (const byte of new TextEncoder().encode(name)) word = Math.imul(word ^ byte, 0x01000193);
  word = word || 1;
  for (let count = 0; ; count++) {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    if (count >= 20) yield word >>> 0;
  }
}

function orderFor(list, subject) {
  const drawn = draws(`${materials.id}/${list}/${subject}`);
  const order = [...materials.lists[list - 1]];
  for (let last = order.length - 1; last > 0; last--) {
    const place = Math.floor((drawn.next().value / 2 ** 32) * (last + 1));
    [order[last], order[place]] = [order[place], order[last]];
  }
  return order;
}

const textsOf = ({ list, subject }) => [...materials.practice, ...orderFor(list, subject)];

// The three screens.

function show(screen) {
  for (const id of ["begin", "rate", "end"]) byId(id).hidden = id !== screen;
  byId(`${screen}-heading`).focus();
  scrollTo(0, 0);
}

function showNext() {
  const texts = textsOf(state);
  const done = state.answers.length;
  if (done >= texts.length) return showEnd();
  const practice = materials.practice.length;
  const [place, count] = done < practice ? [done, practice] : [done - practice, texts.length - practice];
  byId("rate-heading").textContent = `${done < practice ? "Practice" : "Text"} ${place + 1} of ${count}`;
  byId("counts").hidden = !practice || done !== practice;
  byId("done").max = texts.length;
  byId("done").value = done;
  const { text, source } = materials.texts[texts[done]];
  byId("text").textContent = text.trim() || "(no words are left)";
  if (source !== undefined) byId("source").textContent = source;
  byId("ratings").reset();
  questions.forEach((name, question) => choose(question, state.draft[name]));
  shownAt = Date.now();
  show("rate");
}

function showEnd() {
  if (!state.finished) state.finished = new Date().toISOString();
  keepState();
  const written = JSON.stringify(recordOf(state), null, 1) + "\n";
  byId("written").value = written;
  const file = byId("file");
  file.download = `ratings-${materials.id}-${state.subject}.json`;
  file.href = URL.createObjectURL(new Blob([written], { type: "application/json" }));
  show("end");
}

function recordOf({ subject, list, started, finished, answers }) {
  const ratings = answers.flatMap(({ text, ratings, seconds }) =>
    questions.map((question) => ({ text, question, rating: ratings[question], seconds })));
  const head = { format: "laconic-study-ratings", version: 1, study: materials.id };
  return { ...head, subject, list, simulated: false, started, finished, ratings };
}

// What a subject does.

function begin(list, subject) {
  state = kept(nameOf(list, subject));
  state ??= { list, subject, started: new Date().toISOString(), finished: null, answers: [], draft: {} };
  keep("last", { list, subject });
  keepState();
  showNext();
}

function choose(question, rating) {
  const button = document.querySelector(`input[name="question${question}"][value="${rating}"]`);
  if (button) button.checked = true;
  return button;
}

function readDraft() {
  const chosen = new FormData(byId("ratings"));
  questions.forEach((name, question) => {
    if (chosen.has(`question${question}`)) state.draft[name] = Number(chosen.get(`question${question}`));
  });
  keepState();
}

function submit(event) {
  event.preventDefault(); // The browser has seen to it that every question is answered.
  readDraft();
  const seconds = Math.round((Date.now() - shownAt) / 100) / 10;
  state.answers.push({ text: textsOf(state)[state.answers.length], ratings: state.draft, seconds });
  state.draft = {};
  keepState();
  showNext();
}

function pressDigit(event) {
  if (byId("rate").hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const here = document.activeElement.name?.match(/^question(\d+)$/);
  const open = questions.findIndex((name) => !(name in state.draft));
  const button = /^[1-9]$/.test(event.key) && choose(here ? Number(here[1]) : Math.max(open, 0), event.key);
  if (!button) return;
  button.focus();
  readDraft();
}

async function copy() {
  byId("written").select();
  try {
    await navigator.clipboard.writeText(byId("written").value);
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").textContent = "The text is selected: copy it with Ctrl+C, or ⌘C, or a long press.";
  }
}

function remove() {
  if (!confirm("Remove your answers from this device? They cannot be brought back.")) return;
  forget(nameOf(state.list, state.subject));
  forget("last");
  location.reload();
}

// Where a subject comes in: by a link, back after a reload, or new.

function prepare() {
  const lists = materials.lists.length;
  const asked = Number(link.get("list"));
  const list = Number.isInteger(asked) && asked >= 1 && asked <= lists ? asked : null;
  const subject = CODE.test(link.get("subject") ?? "") ? link.get("subject") : null;
  byId("bad-link").hidden = !((link.has("list") && !list) || (link.has("subject") && !subject));
  if (list) byId("list").value = list;
  byId("list-field").hidden = list !== null;
  byId("subject").value = subject ?? `s-${Math.random().toString(36).slice(2, 8)}`;
  byId("subject").readOnly = subject !== null;
  const last = kept("last");
  const same = last && (!list || last.list === list) && (!subject || last.subject === subject);
  const known = list && subject ? { list, subject } : same ? last : null;
  if (known && kept(nameOf(known.list, known.subject))) return begin(known.list, known.subject);
  byId("begin").hidden = false;
}

byId("start").addEventListener("submit", (event) => {
  event.preventDefault();
  const drawn = 1 + Math.floor(Math.random() * materials.lists.length);
  begin(Number(byId("list").value) || drawn, byId("subject").value);
});
byId("ratings").addEventListener("submit", submit);
byId("ratings").addEventListener("change", readDraft);
byId("copy").addEventListener("click", copy);
byId("remove").addEventListener("click", remove);
document.addEventListener("keydown", pressDigit);
prepare();
