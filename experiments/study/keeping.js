"use strict";
// What the browser keeps of this study: a session for each subject, named by list and code. It may refuse
// to keep anything, and then only a reload is lost. Nothing here but `forget` takes anything away.

const keptName = (name) => `${materials.id}/${name}`;
const nameOf = (list, subject) => `${list}/${subject}`;

function keep(name, value) {
  try {
    localStorage.setItem(keptName(name), JSON.stringify(value));
  } catch {
    byId("unkept").hidden = false;
  }
}

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(keptName(name)));
  } catch {
    return null;
  }
}

function forget(name) {
  try {
    localStorage.removeItem(keptName(name));
  } catch {
    // What was never kept need not go.
  }
}

// List and code of all sessions on this device, the one that was begun or gone on with last before others.
function sessions() {
  const names = [];
  try {
    for (let place = 0; place < localStorage.length; place++) names.push(localStorage.key(place));
  } catch {
    // What is not kept cannot be gone on with.
  }
  const found = names
    .map((name) => name.startsWith(keptName("")) && name.slice(keptName("").length).match(/^(\d+)\/(.+)$/))
    .flatMap((parts) => (parts ? [{ list: Number(parts[1]), subject: parts[2] }] : []));
  const last = kept("last");
  const isLast = (one) => last !== null && one.list === last.list && one.subject === last.subject;
  return [...found.filter(isLast), ...found.filter((one) => !isLast(one))];
}
