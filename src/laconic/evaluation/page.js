"use strict";
// The page is whole without this script, which only chooses, sorts and hides what is there.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

// Plots: unfold the figures of all scores, then show those of one.

const plotted = byId("plotted");

function showPlots() {
  for (const choices of all(".choices")) {
    const figures = all("figure", choices);
    for (const figure of figures) figure.hidden = figure.dataset.metric !== plotted.value;
    choices.querySelector(".none").hidden = figures.some((figure) => !figure.hidden);
  }
}

for (const folded of all(".choices > details")) {
  folded.before(...all("figure", folded));
  folded.remove();
}
plotted.addEventListener("change", showPlots);
showPlots();

// Sentences: every figure is read from the page itself.

const list = byId("list");
const articles = all("article", list);
const words = new Map();
const shownSystems = () => all("[data-system]").filter((box) => box.checked).map((box) => +box.dataset.system);
const hiding = document.head.appendChild(document.createElement("style"));

function cells(article) {
  const row = article.querySelector(`[data-metric="${byId("score").value}"]`);
  return row ? all("td", row).map((cell) => cell.textContent) : [];
}

function numbers(article, systems) {
  const written = cells(article);
  return systems.map((system) => parseFloat(written[system].replace("−", "-"))).filter((n) => !isNaN(n));
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// What each order sorts by, the smallest first.
const keys = {
  file: (article, place) => place,
  lowest: (article, place, scores) => mean(scores),
  highest: (article, place, scores) => -mean(scores),
  disagreement: (article, place, scores) =>
    scores.length ? Math.min(...scores) - Math.max(...scores) : NaN,
  longest: (article) => -article.dataset.length,
  shortest: (article) => +article.dataset.length,
};

function sort() {
  const [key, systems] = [keys[byId("order").value], shownSystems()];
  const keyed = articles.map((article, place) => {
    const value = key(article, place, byId("score").value ? numbers(article, systems) : []);
    return { article, value: isNaN(value) ? Infinity : value };
  });
  keyed.sort((one, other) => (one.value === other.value ? 0 : one.value - other.value));
  // Moving a thousand articles takes a browser seconds; telling it their order takes none.
  keyed.forEach(({ article }, place) => (article.style.order = place));
}

function find() {
  const wanted = byId("find").value.trim().toLowerCase();
  let found = 0;
  for (const article of articles) {
    if (wanted && !words.has(article)) words.set(article, textOf(article));
    article.hidden = wanted !== "" && !words.get(article).includes(wanted);
    found += !article.hidden;
  }
  byId("found").textContent = `${found} of ${articles.length} sentences`;
}

function textOf(article) {
  const parts = [article.querySelector("h3"), article.querySelector("tbody")];
  return parts.map((part) => part.textContent).join(" ").toLowerCase();
}

function showScore() {
  const title = byId("score").selectedOptions[0]?.textContent;
  for (const article of articles) {
    const [head, written] = [article.querySelector("thead tr"), cells(article)];
    if (!written.length) continue;
    head.lastElementChild.textContent = title;
    all("tbody tr[class^=k]", article).forEach((row, system) => {
      row.lastElementChild.textContent = written[system];
    });
  }
  sort();
}

function showSystems() {
  const shown = new Set(shownSystems());
  const hidden = all("[data-system]").map((box) => +box.dataset.system).filter((system) => !shown.has(system));
  hiding.textContent = hidden.map((system) => `article .k${system} { display: none }`).join("\n");
  sort();
}

byId("order").addEventListener("change", sort);
byId("score").addEventListener("change", showScore);
byId("find").addEventListener("input", find);
byId("deleted").addEventListener("change", (event) => list.classList.toggle("plain", !event.target.checked));
for (const box of all("[data-system]")) box.addEventListener("change", showSystems);
for (const controls of all(".controls")) controls.hidden = false;
find();
