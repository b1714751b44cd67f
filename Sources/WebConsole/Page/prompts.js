// Prompts of the system that wait for the person.

import { $, act, appIcon, appOf, button, make, replace, store } from "./base.js";

const explanations = {
  notifications: "Notifications may include alerts, sounds, and icon badges. These can be "
    + "configured in Settings.",
  "critical-alerts": "Critical Alerts always play a sound and appear on the Lock Screen even if "
    + "your iPhone is muted or a Focus is on.",
  "live-activities": "You can follow what is happening from your Lock Screen.",
};

function answers(prompt) {
  const row = make("div", "answers");
  // As on an iPhone, the button that grants the permission is on the right or at the bottom.
  for (const answer of [...prompt.answers].reverse()) {
    const key = "answer" + prompt.id + answer.value;
    const b = button("", answer.title, key, () => act("answer", { value: answer.value }));
    b.dataset.answer = answer.value;
    row.append(b);
  }
  return row;
}

// Draws the prompt that covers the screen. If there are several, only the first prompt is shown.
export function drawPrompt() {
  const prompt = store.phone.prompts[0];
  const isUp = prompt && prompt.kind !== "live-activities" && !store.phone.is_locked;
  $("prompt").hidden = !isUp;
  if (!isUp) return replace($("prompt-card"), []);
  const title = make("h3", "", prompt.title);
  title.id = "prompt-title";
  const why = make("p", "", explanations[prompt.kind] || "");
  replace($("prompt-card"), [appIcon(appOf(prompt.bundle_id)), title, why, answers(prompt)]);
}

// Returns the prompt under a Live Activity, which does not cover the screen; null if there is none.
export function activityQuestion() {
  const prompt = store.phone.prompts[0];
  if (!prompt || prompt.kind !== "live-activities") return null;
  const li = make("li", "question");
  li.append(make("strong", "", prompt.title));
  li.append(make("span", "", explanations[prompt.kind]), answers(prompt));
  return li;
}
