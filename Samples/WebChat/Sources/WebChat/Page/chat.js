// The page: draws what the events of the server say, and sends what the person does.
const $ = id => document.getElementById(id);
let me = "", room = "", limit = 50, view = null, events = null, typingSince = 0;

async function call(path, content) {
  const response = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(content ?? {}),
  });
  if (response.ok) { $("notice").textContent = ""; return; }
  const body = await response.json().catch(() => null);
  throw new Error(body?.error?.message || `the server responded with ${response.status}`);
}

// Starts an action of a control and shows its failure.
function attempt(action) {
  action().catch(error => { $("notice").textContent = `That did not work: ${error.message}.`; });
}

// Values are set as text, so nothing in a message becomes HTML.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.onclick = value;
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function tool(label, title, action) {
  return element("button", { type: "button", title, "aria-label": title, onclick: () => attempt(action) }, label);
}

function tools(message) {
  const path = `messages/${encodeURIComponent(message.id)}`;
  if (message.state === "failed") {
    return [tool("Send again", "Send this message again", () => call(`${path}/retry`)),
            tool("Discard", "Discard this message", () => call(`${path}/discard`))];
  }
  if (message.state === "pending") return [];
  if (message.isDeleted) {
    return message.isOwn ? [tool("Restore", "Restore this message", () => call(`${path}/restore`))] : [];
  }
  const reactions = message.reactions.map(reaction => element("button", {
    type: "button", class: "reaction", "aria-pressed": String(reaction.isOwn), title: "Add or remove this reaction",
    onclick: () => attempt(() => call(`${path}/react`, { text: reaction.value })),
  }, `${reaction.value} ${reaction.count}`));
  const found = [...reactions, tool("👍", "React with 👍", () => call(`${path}/react`, { text: "👍" }))];
  if (message.isOwn) {
    found.push(tool("Edit", "Edit this message", async () => {
      const text = prompt("New text", message.text);
      if (text && text !== message.text) await call(`${path}/edit`, { text });
    }), tool("Delete", "Delete this message", () => call(`${path}/delete`)));
  }
  return found;
}

function drawn(message) {
  const time = new Date(message.date).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const notes = { pending: "waits to be sent", failed: "not sent" };
  const head = [message.author, notes[message.state] ?? time, message.isEdited && !message.isDeleted ? "edited" : ""];
  return element("li", { class: `message ${message.isOwn ? "own" : ""} ${message.state}`, "data-id": message.id },
    element("div", { class: "soft" }, head.filter(Boolean).join(" · ")),
    element("div", { class: "bubble" }, message.isDeleted ? "This message was deleted." : message.text),
    element("div", { class: "tools" }, ...tools(message)));
}

function draw() {
  const scroll = $("scroll"), isAtEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  const height = scroll.scrollHeight, focused = document.activeElement?.closest?.(".message")?.dataset.id;
  $("rooms").replaceChildren(...view.rooms.map(each => element("li", {},
    element("button", { type: "button", "aria-current": each.name === room ? "page" : false, onclick: () => open(each.name) },
      `# ${each.name}`, ...(each.unread ? [element("span", { class: "count", "aria-label": `${each.unread} unread` }, String(each.unread))] : [])))));
  $("people").replaceChildren(...view.people.map(person =>
    element("li", { class: person.isPresent ? "" : "absent" }, person.isPresent ? `● ${person.id}` : `○ ${person.id}`)));
  $("messages").replaceChildren(...view.messages.map(drawn));
  $("older").hidden = view.messages.length === 0;
  if (isAtEnd) scroll.scrollTop = scroll.scrollHeight;
  else if (scroll.scrollTop === 0) scroll.scrollTop = scroll.scrollHeight - height;
  if (focused) $("messages").querySelector(`[data-id="${CSS.escape(focused)}"] button`)?.focus();
  markRead(isAtEnd);
}

function markRead(isAtEnd) {
  // Undefined for a room that was never read.
  const unread = view.rooms.find(each => each.name === room)?.unread ?? view.messages.length;
  if (unread && isAtEnd && document.visibilityState === "visible") call(`rooms/${room}/read`).catch(() => {});
}

function connect() {
  events?.close();
  events = new EventSource(`rooms/${room}/events?limit=${limit}`);
  events.addEventListener("room", event => { view = JSON.parse(event.data); draw(); });
  events.addEventListener("typing", event => {
    const people = JSON.parse(event.data);
    $("typing").textContent = people.length ? `${people.join(", ")} ${people.length === 1 ? "is" : "are"} typing…` : "";
  });
  events.addEventListener("connection", event => { $("connection").textContent = event.data; });
  events.addEventListener("failure", event => { $("notice").textContent = event.data; });
  // The browser connects again by itself.
  events.onerror = () => { $("connection").textContent = "no connection to this server"; };
}

function open(name) {
  room = name;
  limit = 50;
  $("room").textContent = `# ${name}`;
  $("messages").replaceChildren();
  connect();
  $("text").focus();
}

async function start() {
  const response = await fetch("session");
  const isKnown = response.status === 200;
  $("entry").hidden = isKnown;
  $("chat").hidden = !isKnown;
  if (!isKnown) { $("name").focus(); return; }
  const identity = await response.json();
  me = identity.name;
  $("me").textContent = `You are ${me}.`;
  open(identity.rooms[0]);
}

$("entry").onsubmit = event => {
  event.preventDefault();
  call("session", { name: $("name").value }).then(start, error => { $("refusal").textContent = error.message; });
};

$("composer").onsubmit = event => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (!text) return;
  $("text").value = "";
  attempt(() => call(`rooms/${room}/messages`, { text }));
};

$("text").onkeydown = event => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    $("composer").requestSubmit();
  }
};

$("text").oninput = () => {
  if (Date.now() - typingSince < 3000) return;
  typingSince = Date.now();
  call(`rooms/${room}/typing`, { isTyping: true }).catch(() => {});
};

$("older").onclick = () => attempt(async () => {
  const oldest = view.messages.find(message => message.state === "sent");
  if (!oldest) return;
  await call(`rooms/${room}/older`, { timetoken: oldest.timetoken });
  limit += 50;
  connect();
});

$("search").onsubmit = event => {
  event.preventDefault();
  const words = $("words").value.trim();
  $("found").hidden = !words;
  if (!words) return;
  attempt(async () => {
    const response = await fetch(`search?q=${encodeURIComponent(words)}`);
    if (!response.ok) throw new Error(`the server responded with ${response.status}`);
    const found = await response.json();
    $("found").replaceChildren(...(found.length ? found : [null]).map(each =>
      element("li", {}, each ? `#${each.room} ${each.author}: ${each.snippet}` : "No message contains these words.")));
  });
};

document.addEventListener("visibilitychange", () => { if (view) markRead(true); });
start();
