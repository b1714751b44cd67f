// The long look: an opened notification with its buttons, text field and attachments.

import { $, act, appOf, button, dayAndTime, make, replace, setText, store, textElement }
  from "./base.js";
import { fileName, noteIcon, noteTitle, visibleText } from "./notes.js";

// Returns the type of an attachment for its placeholder. The page does not show the content of
// attachments.
function kindOf(type) {
  if (/image|png|jpe?g|gif|heic|webp/i.test(type)) return ["picture", "▨"];
  if (/movie|video|mpeg-?4$|avi/i.test(type)) return ["film", "▶"];
  if (/audio|mp3|waveform|aiff/i.test(type)) return ["sound", "♫"];
  return ["file", "❐"];
}

function size(byteCount) {
  if (byteCount < 1024) return byteCount + " bytes";
  if (byteCount < 1048576) return (byteCount / 1024).toFixed(1) + " KB";
  return (byteCount / 1048576).toFixed(1) + " MB";
}

function attachmentCard(attachment) {
  const [kind, sign] = kindOf(attachment.type);
  const card = make("div", "attachment " + kind);
  const picture = make("span", "sign", sign);
  picture.setAttribute("aria-hidden", "true");
  const details = make("span", "details");
  details.append(textElement("b", "", fileName(attachment)));
  details.append(make("small", "", attachment.type + " · " + size(attachment.byte_count)));
  card.append(picture, details);
  return card;
}

// Returns the area of the app's content extension. The page does not run the extension's code and
// views.
function extensionArea(view) {
  const area = make("div", "extension-area");
  const ratio = Math.min(2, Math.max(0.2, view.content_extension.initial_content_size_ratio));
  area.style.aspectRatio = String(1 / ratio);
  area.append(make("b", "", "Content extension"));
  const categories = view.content_extension.categories.join(", ");
  area.append(make("small", "", "The app draws this area: " + categories));
  return area;
}

function replyForm(view, action) {
  const form = make("form", "reply");
  const input = make("input");
  input.name = "text";
  input.dataset.key = "reply-text";
  input.autocomplete = "off";
  input.placeholder = action.text_input.placeholder || "";
  input.setAttribute("aria-label", action.title);
  const send = make("button", "", action.text_input.button_title || "Send");
  send.type = "submit";
  send.dataset.key = "reply-send";
  form.append(input, send);
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const isDone = await act("choose", {
      app: view.bundle_id, notification: view.notification.id, button: action.id,
      text: input.value,
    });
    if (isDone) store.ui.replyTo = null;
  });
  return form;
}

function actionButton(view, action) {
  const b = button("", null, "action" + action.id, () => {
    if (action.text_input) {
      store.ui.replyTo = action.id;
      store.redraw();
      const input = document.querySelector("#longlook .reply input");
      if (input) input.focus({ preventScroll: true });
      return;
    }
    act("choose", {
      app: view.bundle_id, notification: view.notification.id, button: action.id,
    });
  });
  b.dataset.button = action.id;
  if (action.is_destructive) b.className = "destructive";
  b.append(textElement("span", "", action.title));
  const signs = [];
  if (action.needs_unlock && store.phone.is_locked) signs.push("requires unlocking");
  if (action.opens_app) signs.push("opens the app");
  if (signs.length) b.append(make("small", "", signs.join(", ")));
  return b;
}

function card(view) {
  const n = view.notification;
  const app = appOf(view.bundle_id) || { bundle_id: view.bundle_id, name: view.bundle_id };
  const extension = view.content_extension;
  const shown = visibleText(app, n);
  const c = make("div", "long-card");
  const head = make("div", "long-head");
  const who = make("span", "who");
  who.append(make("b", "", app.name), make("small", "", dayAndTime(n.delivered_at)));
  head.append(noteIcon(app, n), who);
  c.append(head);
  if (extension) c.append(extensionArea(view));
  if (!extension || !extension.is_default_content_hidden) {
    const text = make("div", "long-text");
    text.append(textElement("p", "title", noteTitle(app, n)));
    if (shown.subtitle) text.append(textElement("p", "sub", shown.subtitle));
    if (shown.body) text.append(textElement("p", "body", shown.body));
    c.append(text);
  }
  if (shown.shows_pictures) c.append(...n.attachments.map(attachmentCard));
  return c;
}

export function drawLongLook() {
  const box = $("longlook");
  const view = store.phone.expanded;
  box.hidden = !view;
  if (!view) {
    store.ui.replyTo = null;
    return replace($("longlook-body"), []);
  }
  const items = [card(view)];
  const actions = make("div", "long-actions");
  for (const action of view.actions) {
    const isOpen = store.ui.replyTo === action.id && action.text_input;
    actions.append(isOpen ? replyForm(view, action) : actionButton(view, action));
  }
  if (view.actions.length) items.push(actions);
  replace($("longlook-body"), items);
  const app = appOf(view.bundle_id);
  setText("longlook-open", "Open " + (app ? app.name : "the app"));
}

export function wireLongLook() {
  $("longlook-close").addEventListener("click", () => act("collapse"));
  $("longlook-open").addEventListener("click", () => {
    const view = store.phone.expanded;
    if (view) act("tap", { app: view.bundle_id, notification: view.notification.id });
  });
}
