// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceModel

@Test(arguments: [
    (CitedSentence("The app was woken"), "The app was woken."),
    (CitedSentence("The app was woken", "LC-2"), "The app was woken (LC-2)."),
    (
        CitedSentence("The body is not a payload", "ARR-2", more: "Line 1, column 1: it is empty."),
        "The body is not a payload (ARR-2). Line 1, column 1: it is empty."
    ),
    (CitedSentence("It is off", "SIL-8", more: "Switch it on"), "It is off (SIL-8). Switch it on."),
    (CitedSentence("A banner appeared: “Lunch”"), "A banner appeared: “Lunch”."),
    (CitedSentence("A banner appeared: “Lunch?”"), "A banner appeared: “Lunch?”"),
    (CitedSentence("The first is “Lunch?”", "INT-10"), "The first is “Lunch?” (INT-10)."),
])
func `a sentence cites its rule and ends with a single punctuation mark`(
    sentence: CitedSentence, line: String
) {
    #expect(sentence.line == line)
}

@Test func `a missing precondition is reported as a sentence with its rule`() {
    for reason in Impossibility.allCases {
        let error = DeviceActionError.impossible(bundleID: "com.example.chat", reason)
        #expect(error.description.hasPrefix("com.example.chat: "))
        #expect(error.description.hasSuffix(".") && !error.description.hasSuffix(".."))
        if let rule = reason.rule { #expect(error.description.contains("(\(rule)).")) }
    }
}
