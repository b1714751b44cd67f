// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint
import Testing

// Keys in the form of real ones are assembled here, so that no scanner mistakes them for real.
private let webToken = [
    "eyJhbGciOiJub25lIn0", "eyJzdWIiOiJhZGEifQ", String(repeating: "s", count: 24),
]
.joined(separator: ".")
private let key = ["-----BEGIN ", "PRIVATE KEY-----"].joined()

/// Returns a payload with one custom string.
private func own(_ key: String, _ text: String) -> String {
    #"{"aps": {"alert": "Hello"}, "\#(key)": "\#(text)"}"#
}

/// The keys and texts of secrets.
private let secretTexts: [(key: String, text: String)] = [
    ("p8", key + "abc"), ("t", webToken), ("link", "https://example.com/in/" + webToken),
    ("header", "Bearer " + x("a1", 12)), ("header", "Basic " + x("a1", 12)),
    ("url", "https://ada:tulip@example.com/a"),
    ("url", "https://example.com/a?x=1&access_token=abcdefgh"), ("aws", "AKIA" + x("A1", 8)),
    ("git", "ghp_" + x("a", 36)), ("pay", "sk_live_" + x("a1", 12)),
    ("password", "tulip-42"), ("clientSecret", "tulip-42"), ("api_key", "tulip42"),
    ("access-token", "abc.def"), ("SSN", "078-05-1120"),
]

private func x(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// The keys and texts of values that only look like secrets.
private let harmlessTexts: [(key: String, text: String)] = [
    ("password", ""), ("password", "***"), ("password", "<password>"), ("password", "changed"),
    ("password", "Set a new one"), ("token", "abcdef"), ("code", "482913"),
    ("url", "https://example.com/a?x=1&page=abcdefgh"), ("url", "https://example.com/@ada"),
    ("url", "https://example.com:8080/a"), ("word", "eyJust.a.word.in.a.sentence"),
    ("ticket", "sk_live_x"), ("note", "Bearer of good news"), ("hash", x("0a", 32)),
    ("secretSanta", "Grace"), ("resetURL", "https://example.com/password/reset"),
    ("id", "1f0c2b6e-5d1a-4c3e-9b7a-0a8f3f9d2c11"),
]

private let secretRows: [RuleCase] = secretTexts.map {
    RuleCase.wrong("secret-in-payload", [], own($0.key, $0.text))
}
private let secretBodies: [RuleCase] = [
    .wrong("secret-in-payload", [], #"{"aps": {"alert": "Use \#(webToken)"}}"#),
    .wrong("secret-in-payload", [], #"{"a": [{"user": {"password": "tulip-42"}}]}"#),
]
private let secrets: [RuleCase] = secretRows + secretBodies

private let harmlessRows: [RuleCase] = harmlessTexts.map {
    RuleCase.fine("secret-in-payload", [], own($0.key, $0.text))
}
private let harmlessBodies: [RuleCase] = [
    .fine("secret-in-payload", [], #"{"password": true, "secret": {"name": "a"}}"#),
    .fine("secret-in-payload", [], #"{"aps": {"alert": "Your password was changed today"}}"#),
]
private let harmless: [RuleCase] = harmlessRows + harmlessBodies

private let others: [RuleCase] = [
    .wrong("card-number-in-payload", [], own("text", "Card 4242 4242 4242 4242 was charged")),
    .wrong("card-number-in-payload", [], own("text", "5555-5555-5555-4444")),
    .wrong("card-number-in-payload", [], own("text", "3782 822463 10005")),
    .wrong("card-number-in-payload", [], own("cardNumber", "4242424242424242")),
    .wrong("card-number-in-payload", [], own("text", "2 x 4242 4242 4242 4242")),
    .wrong("card-number-in-payload", [], #"{"aps": {"badge": 1}, "card": 4242424242424242}"#),
    .fine("card-number-in-payload", [], #"{"aps": {"badge": 1}, "id": 4242424242424242}"#),
    .wrong("personal-data-in-payload", [], own("dateOfBirth", "1990-01-01")),
    .fine("personal-data-in-payload", [], own("iban", "unknown")),
    .fine("card-number-in-payload", [], own("orderNumber", "4242424242424242")),
    .fine("card-number-in-payload", [], own("text", "4242 4242 4242 4243")),
    .fine("card-number-in-payload", [], own("text", "Card ending in 4242")),
    .fine("card-number-in-payload", [], own("text", "+49 30 1234 5678 9012")),
    .fine("card-number-in-payload", [], own("cardNumber", "0000000000000000")),
    .fine("card-number-in-payload", [], own("text", "2026-09-12 10:00:00 4711")),
    .wrong("personal-data-in-payload", [], own("from", "ada@example.com")),
    .wrong("personal-data-in-payload", [], own("phoneNumber", "+49 30 123456")),
    .fine("personal-data-in-payload", [], #"{"aps": {"alert": "ada@example.com"}}"#),
    .fine("personal-data-in-payload", [], own("from", "@ada")),
    .fine("personal-data-in-payload", [], own("id", "4930123456")),
    .fine("personal-data-in-payload", [], own("phone", "iPhone 17")),
    .fine("personal-data-in-payload", [], own("url", "https://ada@example.com")),
    .fine("personal-data-in-payload", ["type: voip"], #"{"phone": "+4930123456"}"#),
]

@Test(arguments: secrets + harmless + others)
func `secrets and personal data in clear text are found by their form or key`(row: RuleCase) {
    row.check()
}

@Test(arguments: secrets)
func `findings never repeat a secret`(row: RuleCase) {
    let fragments = [
        "tulip", "abcdef", "a1a1", "A1A1", "aaaa", "078", "abc.def", "eyJ", "KEY-----",
    ]
    var report = DiagnosticReport(tool: "bellhop lint", version: "0")
    report.add(row.findings, of: SourceText(name: "push.apns", text: row.text))
    for format in ReportFormat.allCases {
        let text = report.written(as: format)
        for fragment in fragments {
            #expect(!text.contains(fragment), "\(format)")
        }
    }
    #expect(row.findings.allSatisfy { $0.location.isSecret })
}

@Test func `secrets in the line of another finding are not shown`() {
    let text = #"{"aps": {"alrt": "Hello"}, "password": "tulip-42", "email": "ada@example.com"}"#
    var report = DiagnosticReport(tool: "bellhop lint", version: "0")
    report.add(RuleCase.findings(in: text), of: SourceText(name: "push.apns", text: text))
    let shown = report.text()
    #expect(shown.contains("misspelled-key"))
    #expect(shown.contains(#""alrt": "Hello"}, "password": "********", "email": "***"#))
    #expect(!shown.contains("tulip") && !shown.contains("ada@"))
}

@Test func `a provider token in the headers is never shown`() {
    let text = RuleCase.push(["authorization: bearer s3cr3t-value"], Body.alert)
    var report = DiagnosticReport(tool: "bellhop lint", version: "0")
    report.add(RuleCase.findings(in: text), of: SourceText(name: "push.apns", text: text))
    #expect(report.text().contains("authorization: *****"))
    #expect(!report.text().contains("s3cr3t"))
}
