// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import GatewayAPI
import GatewayModel
import PushLint

/// Checks a template before it is stored: every language with its longest possible values.
struct TemplateLint {
    /// The rules of lint that do not apply to templates: the longest texts contain sample
    /// characters, and the size is checked here.
    private static let skipped: Set = ["payload-too-large"]

    let template: MessageTemplate

    /// Returns the size of each language's longest payload, the default language first.
    var sizes: [TemplateLocaleResource] {
        template.locales.map {
            TemplateLocaleResource(
                locale: $0, longestBytes: template.compiled($0).longest.count)
        }
    }

    /// The findings about all languages.
    var findings: [TemplateFinding] { template.locales.flatMap(findings) }

    /// Returns the findings about one language, errors first.
    func findings(_ locale: String) -> [TemplateFinding] {
        let compiled = template.compiled(locale)
        let all =
            size(locale, compiled.longest) + lint(locale, compiled.checked) + remarks(locale)
        return all.filter { $0.severity == Severity.error.rawValue }
            + all.filter { $0.severity != Severity.error.rawValue }
    }

    private func size(_ locale: String, _ longest: [UInt8]) -> [TemplateFinding] {
        let limit = PushType.alert.traits.payloadByteCountMax
        guard longest.count > limit else { return [] }
        let excess = longest.count - limit
        return [
            TemplateFinding(
                severity: Severity.error.rawValue, rule: "payload-too-large", locale: locale,
                path: "",
                detail: "the payload has up to \(longest.count) bytes with the longest value of "
                    + "each variable, and APNs accepts \(limit); shorten it by "
                    + "\(excess) \(excess == 1 ? "byte" : "bytes"), or lower the max_length of a "
                    + "variable")
        ]
    }

    private func lint(_ locale: String, _ payload: [UInt8]) -> [TemplateFinding] {
        var context = LintContext()
        context.give("apns-push-type", PushType.alert.rawValue)
        context.give("apns-priority", template.urgency == .passive ? "5" : "10")
        let source = SourceText(name: locale, bytes: payload)
        return PayloadLinter().lint(source, context: context)
            .filter { !Self.skipped.contains($0.rule) }
            .map { finding in
                TemplateFinding(
                    severity: finding.severity.rawValue, rule: finding.rule, locale: locale,
                    path: finding.location.keyPath,
                    detail: finding.remedy.isEmpty
                        ? finding.message : "\(finding.message); \(finding.remedy)")
            }
    }

    private func remarks(_ locale: String) -> [TemplateFinding] {
        template.remarks(locale).map { remark in
            TemplateFinding(
                severity: Severity.warning.rawValue, rule: remark.rule, locale: locale,
                path: remark.path, detail: remark.detail)
        }
    }

    /// Returns the problem because of which the template is refused; `nil` if it is accepted.
    func refusal() -> Problem? {
        let errors = findings.filter { $0.severity == Severity.error.rawValue }
        guard let first = errors.first else { return nil }
        let isSize = first.rule == "payload-too-large"
        let path = first.path.isEmpty ? first.locale : "\(first.locale): \(first.path)"
        let more =
            errors.count == 1
            ? ""
            : "; \(errors.count - 1) more error\(errors.count == 2 ? "" : "s") in "
                + Set(errors.dropFirst().map(\.locale)).sorted().prefix(10).joined(separator: ", ")
                + ", which a preview of the template lists"
        return Problem(
            isSize ? .payloadTooLarge : .badTemplate,
            "locale \(path): \(first.detail) [\(first.rule)]\(more)",
            keyPath: "locales.\(first.locale)" + (first.path.isEmpty ? "" : ".\(first.path)"))
    }
}
