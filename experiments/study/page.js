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
let moved = false; // whether the subject has gone to another place since the last answer

// Keeping: the same session may be open in another tab. Who has fewer answers takes over those of the other.

function catchUp() {
  const there = kept(nameOf(state.list, state.subject));
  if (!there || there.answers.length <= state.answers.length) return false;
  state = there;
  byId("elsewhere").hidden = false;
  return true;
}

function keepState() {
  if (catchUp()) return false;
  keep(nameOf(state.list, state.subject), state);
  return true;
}

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
  moved = false;
}

// The end, or where a subject stops: what is rated so far is handed over in the same way.
function showEnd() {
  keepState();
  const texts = textsOf(state).length;
  const stopped = state.answers.length < texts;
  if (!stopped && !state.finished) {
    state.finished = new Date().toISOString();
    keepState();
  }
  byId("end-heading").textContent = stopped ? `${state.answers.length} of ${texts} texts are rated` : "Done: thank you!";
  byId("stopped").hidden = !stopped;
  byId("next-person").hidden = linkedSubject !== null;
  const written = JSON.stringify(recordOf(state), null, 1) + "\n";
  byId("written").value = written;
  byId("copied").textContent = "";
  const file = byId("file");
  file.download = `ratings-${materials.id}-${state.subject}${stopped ? "-unfinished" : ""}.json`;
  file.href = URL.createObjectURL(new Blob([written], { type: "application/json" }));
  show("end");
}

function recordOf({ subject, list, about, started, finished, answers }) {
  const ratings = answers.flatMap(({ text, ratings, seconds }) =>
    questions.map((question) => ({ text, question, rating: ratings[question], seconds })));
  const head = { format: "laconic-study-ratings", version: 1, study: materials.id };
  return { ...head, subject, list, simulated: false, about, started, finished, ratings };
}

// What a subject does.

function begin(list, subject, about = {}) {
  state = kept(nameOf(list, subject));
  state ??= { list, subject, about, started: new Date().toISOString(), finished: null, answers: [], draft: {} };
  keep("last", { list, subject });
  keepState();
  showNext();
}

function choose(question, rating) {
  const button = document.querySelector(`input[name="question${question}"][value="${rating}"]`);
  if (button) button.checked = true;
  return button;
}

// Whether this tab's answers count; if another one is further, its next text is shown.
function readDraft() {
  const chosen = new FormData(byId("ratings"));
  questions.forEach((name, question) => {
    if (chosen.has(`question${question}`)) state.draft[name] = Number(chosen.get(`question${question}`));
  });
  moved = false;
  if (keepState()) return true;
  showNext();
  return false;
}

function submit(event) {
  event.preventDefault(); // The browser has seen to it that every question is answered.
  if (!readDraft()) return;
  const seconds = Math.round((Date.now() - shownAt) / 100) / 10;
  state.answers.push({ text: textsOf(state)[state.answers.length], ratings: state.draft, seconds });
  state.draft = {};
  byId("elsewhere").hidden = true;
  keepState();
  showNext();
}

// A digit is for the first question without an answer, unless the subject has gone to another one.
function questionToRate() {
  const here = document.activeElement?.name?.match(/^question(\d+)$/);
  const open = questions.findIndex((name) => !(name in state.draft));
  if (here && (moved || open < 0)) return Number(here[1]);
  return open < 0 ? questions.length - 1 : open;
}

function pressDigit(event) {
  if (byId("rate").hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const button = /^[1-9]$/.test(event.key) && choose(questionToRate(), event.key);
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

function followOtherTab(event) {
  if (!state || event.key !== keptName(nameOf(state.list, state.subject))) return;
  if (event.newValue === null) return location.reload(); // The answers were removed there.
  if (!catchUp()) return;
  if (byId("rate").hidden) showEnd();
  else showNext();
}

// Where a subject comes in: by a link with their code, as one who goes on here, or new.

const askedList = Number(link.get("list"));
const listThere = Number.isInteger(askedList) && askedList >= 1 && askedList <= materials.lists.length;
const linkedList = listThere ? askedList : null;
const linkedSubject = CODE.test(link.get("subject") ?? "") ? link.get("subject") : null;

function prepare() {
  byId("bad-link").hidden = !((link.has("list") && !linkedList) || (link.has("subject") && !linkedSubject));
  byId("list-field").hidden = linkedList !== null || materials.lists.length === 1;
  byId("subject").readOnly = linkedSubject !== null;
  const there = sessions().filter((one) =>
    (!linkedList || one.list === linkedList) && (!linkedSubject || one.subject === linkedSubject));
  if (linkedSubject && there.length) return begin(there[0].list, there[0].subject);
  welcome();
  if (there.length) offer(there[0]);
}

// Somebody new, with another code; what others have done stays.
function welcome() {
  state = null;
  byId("start").reset();
  byId("subject").value = linkedSubject ?? `s-${Math.random().toString(36).slice(2, 8)}`;
  if (linkedList) byId("list").value = linkedList;
  byId("known").hidden = true;
  byId("start").hidden = false;
  show("begin");
}

// On a device that others use, too, whoever comes says who they are.
function offer({ list, subject }) {
  byId("continue").textContent = `Continue as ${subject}`;
  byId("continue").onclick = () => begin(list, subject);
  byId("known").hidden = false;
  byId("start").hidden = true;
}

function start(event) {
  event.preventDefault();
  const subject = byId("subject").value;
  const there = sessions().find((one) => one.subject === subject);
  if (there) return offer(there);
  const drawn = 1 + Math.floor(Math.random() * materials.lists.length);
  const about = materials.study.about.map((one, place) => [one.name, byId(`about${place}`).value]);
  begin(Number(byId("list").value) || drawn, subject, Object.fromEntries(about));
}

byId("start").addEventListener("submit", start);
byId("someone-else").addEventListener("click", welcome);
byId("ratings").addEventListener("submit", submit);
byId("ratings").addEventListener("change", readDraft);
byId("stop").addEventListener("click", showEnd);
byId("go-on").addEventListener("click", showNext);
byId("next-person").addEventListener("click", welcome);
byId("copy").addEventListener("click", copy);
byId("remove").addEventListener("click", remove);
document.addEventListener("focusin", () => { moved = true; });
document.addEventListener("keydown", pressDigit);
addEventListener("storage", followOtherTab);
prepare();
