// Apps, keys, members, content, webhooks and the audit log: one tab each.

import { tabs, $ } from "./ui.js";
import { t } from "./strings.js";
import { apps } from "./manage-apps.js";
import { keys, members } from "./manage-access.js";
import { segments, templates, topics } from "./manage-content.js";
import { audit } from "./manage-audit.js";
import { webhooks } from "./manage-webhooks.js";

const draws = { apps, keys, members, topics, templates, segments, webhooks, audit };

$("view").append(tabs(
  Object.entries(draws).map(([id, draw]) => ({ id, title: t(`manage.${id}`), draw })),
  t("manage.title")));
