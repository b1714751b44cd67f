// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Explain
import GatewayAPI
import PushLint

/// The parsed headers of a draft.
struct DraftHeaders {
    var topic: Topic?
    var pushType: PushType?
    var priority: PushPriority?
    var expiration: PushExpiration?
    var collapseID: CollapseID?
    var id: APNSID?
    var channelID: String?

    /// - Throws: `Problem` with the key path of the first header that is invalid.
    init(_ draft: PayloadDraft) throws(Problem) {
        func read<Value>(
            _ name: String, _ wanted: String, _ make: (String) -> Value?
        ) throws(Problem) -> Value? {
            guard let text = draft.headers[name] else { return nil }
            guard let value = make(text) else {
                throw Problem(
                    .badValue, "\"headers.\(name)\" is invalid; send \(wanted)",
                    keyPath: "headers.\(name)")
            }
            return value
        }
        topic = try read(APNSHeader.topic, "a bundle identifier, with the type's suffix") {
            Topic.isPlausible($0) ? Topic($0) : nil
        }
        pushType = try read(
            APNSHeader.pushType, PushType.allCases.map(\.rawValue).joined(separator: ", "),
            PushType.init)
        priority = try read(APNSHeader.priority, "10, 5 or 1") {
            Int($0).flatMap(PushPriority.init)
        }
        expiration = try read(APNSHeader.expiration, "seconds since 1970, or 0") {
            Int($0).map(PushExpiration.init)
        }
        collapseID = try read(APNSHeader.collapseID, "1 to 64 bytes of text") {
            try? CollapseID($0)
        }
        id = try read(APNSHeader.id, "a UUID", APNSID.init)
        channelID = draft.headers[APNSHeader.channelID]
    }
}

extension PayloadDraft {
    /// The name of the payload's text in findings.
    private static let name = "payload"

    var source: SourceText { SourceText(name: Self.name, text: payload) }

    /// Checks the payload and the headers, all of which may be invalid.
    func lint() -> PayloadReport {
        let source = source
        var context = LintContext()
        for (name, value) in headers {
            context.headers[name] = LintContext.Header(
                value, at: Diagnostic.Location(file: "headers", keyPath: "headers.\(name)"))
        }
        let file = try? APNSFile(reading: source.bytes)
        let topic = headers[APNSHeader.topic].flatMap { Topic.isPlausible($0) ? Topic($0) : nil }
        let inference = PushInference(
            payload: file?.payload ?? Payload(), bundleID: file?.targetBundleID ?? "",
            topic: topic,
            pushType: headers[APNSHeader.pushType].flatMap { PushType(rawValue: $0) },
            priority: headers[APNSHeader.priority].flatMap { Int($0) }.flatMap(PushPriority.init))
        let hasTopic = topic != nil || file?.targetBundleID != nil
        let unread = source.bytes.count - FrontMatter(reading: source.bytes).bodyOffset
        return PayloadReport(
            pushType: inference.pushType, byteCount: file?.body.count ?? unread,
            byteCountMax: inference.pushType.traits.payloadByteCountMax,
            inferred: inference.inferred
                .filter { hasTopic || $0.header != APNSHeader.topic }
                .map { .init(header: $0.header, value: $0.value, because: $0.because) },
            findings: PayloadLinter().lint(source, context: context)
                .filter(ExplainedPush.isUseful).map(PayloadFinding.init))
    }

    /// Returns the push for an explanation.
    ///
    /// - Throws: `Problem` if a header is invalid; the payload may be invalid.
    func explained() throws(Problem) -> ExplainedPush {
        let headers = try DraftHeaders(self)
        var push = ExplainedPush(
            reading: source, topic: headers.topic, pushType: headers.pushType,
            priority: headers.priority, expiration: headers.expiration,
            collapseID: headers.collapseID)
        push.channelID = headers.channelID
        return push
    }
}

extension PayloadFinding {
    /// The reason of each rule, by identifier.
    private static let reasons = Dictionary(
        LintRule.rows.map { ($0.id, $0.why) }, uniquingKeysWith: { first, _ in first })

    init(_ finding: Diagnostic) {
        let place = finding.location
        self.init(
            rule: finding.rule, severity: finding.severity.rawValue, detail: finding.message,
            remedy: finding.remedy, why: Self.reasons[finding.rule] ?? "",
            keyPath: place.keyPath.isEmpty ? nil : place.keyPath,
            range: place.range.map(Span.init), line: place.position?.line,
            column: place.position?.column, fix: finding.fix.map(Fix.init))
    }
}

extension PayloadFinding.Fix {
    fileprivate init(_ fix: TextFix) {
        self.init(
            title: fix.title,
            edits: fix.edits.map { edit in
                Edit(edit.range, String(decoding: edit.replacement, as: UTF8.self))
            })
    }
}
