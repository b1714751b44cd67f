// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/page-files.py.

#ifndef WebConsoleFiles_h
#define WebConsoleFiles_h

#include <stddef.h>

/// A file of the pages. It is constant, so it can be used from every thread.
typedef struct {
    const unsigned char * _Nonnull start;
    size_t count;
} __attribute__((swift_attr("@Sendable"))) WebConsoleFile;

extern const WebConsoleFile WebConsoleFile_activities_css __attribute__((swift_name("WebConsoleFile.activities_css")));
extern const WebConsoleFile WebConsoleFile_activities_js __attribute__((swift_name("WebConsoleFile.activities_js")));
extern const WebConsoleFile WebConsoleFile_apns_css __attribute__((swift_name("WebConsoleFile.apns_css")));
extern const WebConsoleFile WebConsoleFile_apns_html __attribute__((swift_name("WebConsoleFile.apns_html")));
extern const WebConsoleFile WebConsoleFile_apns_js __attribute__((swift_name("WebConsoleFile.apns_js")));
extern const WebConsoleFile WebConsoleFile_base_js __attribute__((swift_name("WebConsoleFile.base_js")));
extern const WebConsoleFile WebConsoleFile_controls_js __attribute__((swift_name("WebConsoleFile.controls_js")));
extern const WebConsoleFile WebConsoleFile_link_js __attribute__((swift_name("WebConsoleFile.link_js")));
extern const WebConsoleFile WebConsoleFile_longlook_js __attribute__((swift_name("WebConsoleFile.longlook_js")));
extern const WebConsoleFile WebConsoleFile_main_js __attribute__((swift_name("WebConsoleFile.main_js")));
extern const WebConsoleFile WebConsoleFile_notes_css __attribute__((swift_name("WebConsoleFile.notes_css")));
extern const WebConsoleFile WebConsoleFile_notes_js __attribute__((swift_name("WebConsoleFile.notes_js")));
extern const WebConsoleFile WebConsoleFile_page_css __attribute__((swift_name("WebConsoleFile.page_css")));
extern const WebConsoleFile WebConsoleFile_phone_css __attribute__((swift_name("WebConsoleFile.phone_css")));
extern const WebConsoleFile WebConsoleFile_phone_html __attribute__((swift_name("WebConsoleFile.phone_html")));
extern const WebConsoleFile WebConsoleFile_places_js __attribute__((swift_name("WebConsoleFile.places_js")));
extern const WebConsoleFile WebConsoleFile_prompts_js __attribute__((swift_name("WebConsoleFile.prompts_js")));
extern const WebConsoleFile WebConsoleFile_records_js __attribute__((swift_name("WebConsoleFile.records_js")));
extern const WebConsoleFile WebConsoleFile_rules_js __attribute__((swift_name("WebConsoleFile.rules_js")));
extern const WebConsoleFile WebConsoleFile_screens_js __attribute__((swift_name("WebConsoleFile.screens_js")));

#endif
