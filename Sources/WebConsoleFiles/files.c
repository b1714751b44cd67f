// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/page-files.py.

#include "WebConsoleFiles.h"

// Swift 6's clang has #embed of C23 in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char WebConsoleFile_activities_css_bytes[] = {
#embed "../WebConsole/Page/activities.css"
};
const WebConsoleFile WebConsoleFile_activities_css = {WebConsoleFile_activities_css_bytes, sizeof WebConsoleFile_activities_css_bytes};

static const unsigned char WebConsoleFile_activities_js_bytes[] = {
#embed "../WebConsole/Page/activities.js"
};
const WebConsoleFile WebConsoleFile_activities_js = {WebConsoleFile_activities_js_bytes, sizeof WebConsoleFile_activities_js_bytes};

static const unsigned char WebConsoleFile_apns_css_bytes[] = {
#embed "../WebConsole/Page/apns.css"
};
const WebConsoleFile WebConsoleFile_apns_css = {WebConsoleFile_apns_css_bytes, sizeof WebConsoleFile_apns_css_bytes};

static const unsigned char WebConsoleFile_apns_html_bytes[] = {
#embed "../WebConsole/Page/apns.html"
};
const WebConsoleFile WebConsoleFile_apns_html = {WebConsoleFile_apns_html_bytes, sizeof WebConsoleFile_apns_html_bytes};

static const unsigned char WebConsoleFile_apns_js_bytes[] = {
#embed "../WebConsole/Page/apns.js"
};
const WebConsoleFile WebConsoleFile_apns_js = {WebConsoleFile_apns_js_bytes, sizeof WebConsoleFile_apns_js_bytes};

static const unsigned char WebConsoleFile_base_js_bytes[] = {
#embed "../WebConsole/Page/base.js"
};
const WebConsoleFile WebConsoleFile_base_js = {WebConsoleFile_base_js_bytes, sizeof WebConsoleFile_base_js_bytes};

static const unsigned char WebConsoleFile_controls_js_bytes[] = {
#embed "../WebConsole/Page/controls.js"
};
const WebConsoleFile WebConsoleFile_controls_js = {WebConsoleFile_controls_js_bytes, sizeof WebConsoleFile_controls_js_bytes};

static const unsigned char WebConsoleFile_link_js_bytes[] = {
#embed "../WebConsole/Page/link.js"
};
const WebConsoleFile WebConsoleFile_link_js = {WebConsoleFile_link_js_bytes, sizeof WebConsoleFile_link_js_bytes};

static const unsigned char WebConsoleFile_longlook_js_bytes[] = {
#embed "../WebConsole/Page/longlook.js"
};
const WebConsoleFile WebConsoleFile_longlook_js = {WebConsoleFile_longlook_js_bytes, sizeof WebConsoleFile_longlook_js_bytes};

static const unsigned char WebConsoleFile_main_js_bytes[] = {
#embed "../WebConsole/Page/main.js"
};
const WebConsoleFile WebConsoleFile_main_js = {WebConsoleFile_main_js_bytes, sizeof WebConsoleFile_main_js_bytes};

static const unsigned char WebConsoleFile_notes_css_bytes[] = {
#embed "../WebConsole/Page/notes.css"
};
const WebConsoleFile WebConsoleFile_notes_css = {WebConsoleFile_notes_css_bytes, sizeof WebConsoleFile_notes_css_bytes};

static const unsigned char WebConsoleFile_notes_js_bytes[] = {
#embed "../WebConsole/Page/notes.js"
};
const WebConsoleFile WebConsoleFile_notes_js = {WebConsoleFile_notes_js_bytes, sizeof WebConsoleFile_notes_js_bytes};

static const unsigned char WebConsoleFile_page_css_bytes[] = {
#embed "../WebConsole/Page/page.css"
};
const WebConsoleFile WebConsoleFile_page_css = {WebConsoleFile_page_css_bytes, sizeof WebConsoleFile_page_css_bytes};

static const unsigned char WebConsoleFile_phone_css_bytes[] = {
#embed "../WebConsole/Page/phone.css"
};
const WebConsoleFile WebConsoleFile_phone_css = {WebConsoleFile_phone_css_bytes, sizeof WebConsoleFile_phone_css_bytes};

static const unsigned char WebConsoleFile_phone_html_bytes[] = {
#embed "../WebConsole/Page/phone.html"
};
const WebConsoleFile WebConsoleFile_phone_html = {WebConsoleFile_phone_html_bytes, sizeof WebConsoleFile_phone_html_bytes};

static const unsigned char WebConsoleFile_places_js_bytes[] = {
#embed "../WebConsole/Page/places.js"
};
const WebConsoleFile WebConsoleFile_places_js = {WebConsoleFile_places_js_bytes, sizeof WebConsoleFile_places_js_bytes};

static const unsigned char WebConsoleFile_prompts_js_bytes[] = {
#embed "../WebConsole/Page/prompts.js"
};
const WebConsoleFile WebConsoleFile_prompts_js = {WebConsoleFile_prompts_js_bytes, sizeof WebConsoleFile_prompts_js_bytes};

static const unsigned char WebConsoleFile_records_js_bytes[] = {
#embed "../WebConsole/Page/records.js"
};
const WebConsoleFile WebConsoleFile_records_js = {WebConsoleFile_records_js_bytes, sizeof WebConsoleFile_records_js_bytes};

static const unsigned char WebConsoleFile_rules_js_bytes[] = {
#embed "../WebConsole/Page/rules.js"
};
const WebConsoleFile WebConsoleFile_rules_js = {WebConsoleFile_rules_js_bytes, sizeof WebConsoleFile_rules_js_bytes};

static const unsigned char WebConsoleFile_screens_js_bytes[] = {
#embed "../WebConsole/Page/screens.js"
};
const WebConsoleFile WebConsoleFile_screens_js = {WebConsoleFile_screens_js_bytes, sizeof WebConsoleFile_screens_js_bytes};
