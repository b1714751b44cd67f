// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A finding about a template: a warning of lint, or the reason why the template is refused.
public struct TemplateFinding: Hashable, Sendable, Codable {
    /// `error`, `warning` or `note`.
    public var severity: String
    /// The identifier of the rule.
    public var rule: String
    /// The language whose text the finding is about.
    public var locale: String
    /// The path in the language's payload, such as `aps.alert.body`; empty for the whole payload.
    public var path: String
    /// What is wrong, and what to do.
    public var detail: String

    public init(severity: String, rule: String, locale: String, path: String, detail: String) {
        self.severity = severity
        self.rule = rule
        self.locale = locale
        self.path = path
        self.detail = detail
    }
}

/// One language of a template.
public struct TemplateLocaleResource: Hashable, Sendable, Codable {
    /// The language tag.
    public var locale: String
    /// The largest size of the payload in bytes, with the longest value of each variable.
    public var longestBytes: Int

    public init(locale: String, longestBytes: Int) {
        self.locale = locale
        self.longestBytes = longestBytes
    }

    enum CodingKeys: String, CodingKey {
        case locale
        case longestBytes = "longest_bytes"
    }
}

/// One version of a template as the gateway returns it.
public struct TemplateResource: Hashable, Sendable, Codable {
    public var name: String
    /// The number of the version, from 1.
    public var version: Int
    public var urgency: InterruptionLevel
    /// The time at which the version was stored.
    public var createdAt: Date
    /// Whether the request created the version; only in the response to `PUT`.
    public var isNew: Bool?
    /// The languages, the default language first.
    public var locales: [TemplateLocaleResource]
    /// The whole template.
    public var template: JSONValue
    /// Warnings about the template.
    public var findings: [TemplateFinding]

    public init(
        name: String, version: Int, urgency: InterruptionLevel, createdAt: Date, isNew: Bool?,
        locales: [TemplateLocaleResource], template: JSONValue, findings: [TemplateFinding]
    ) {
        self.name = name
        self.version = version
        self.urgency = urgency
        self.createdAt = createdAt
        self.isNew = isNew
        self.locales = locales
        self.template = template
        self.findings = findings
    }

    enum CodingKeys: String, CodingKey {
        case name, version, urgency, locales, template, findings
        case createdAt = "created_at"
        case isNew = "is_new"
    }
}

/// A version of a template in a list, without its texts.
public struct TemplateSummary: Hashable, Sendable, Codable {
    public var name: String
    public var version: Int
    public var urgency: InterruptionLevel
    /// The language tags, the default language first.
    public var locales: [String]
    /// The time at which the version was stored.
    public var createdAt: Date

    public init(
        name: String, version: Int, urgency: InterruptionLevel, locales: [String], createdAt: Date
    ) {
        self.name = name
        self.version = version
        self.urgency = urgency
        self.locales = locales
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case name, version, urgency, locales
        case createdAt = "created_at"
    }
}

/// A page of an app's templates, in the order of their names.
public struct TemplateList: Hashable, Sendable, Codable {
    public var templates: [TemplateSummary]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?

    public init(templates: [TemplateSummary], next: String?) {
        self.templates = templates
        self.next = next
    }
}

/// The versions of a template, newest first.
public struct TemplateVersionList: Hashable, Sendable, Codable {
    public var versions: [TemplateSummary]

    public init(versions: [TemplateSummary]) { self.versions = versions }
}

/// The response to a preview.
public struct TemplatePreview: Hashable, Sendable, Codable {
    /// The language whose texts were used.
    public var locale: String
    /// The payload.
    public var payload: JSONValue
    /// The size of the payload in bytes.
    public var bytes: Int
    /// The largest size of the language's payload in bytes.
    public var longestBytes: Int
    /// Findings about the language's payload.
    public var findings: [TemplateFinding]

    public init(
        locale: String, payload: JSONValue, bytes: Int, longestBytes: Int,
        findings: [TemplateFinding]
    ) {
        self.locale = locale
        self.payload = payload
        self.bytes = bytes
        self.longestBytes = longestBytes
        self.findings = findings
    }

    enum CodingKeys: String, CodingKey {
        case locale, payload, bytes, findings
        case longestBytes = "longest_bytes"
    }
}

/// The notifications of one urgency class in a report.
public struct UrgencyShare: Hashable, Sendable, Codable {
    public var urgency: InterruptionLevel
    /// The deliveries of messages.
    public var messages: Int
    /// The notifications of campaigns that APNs accepted.
    public var campaigns: Int
    /// The share of all notifications, in percent with one digit after the point.
    public var percent: Double

    public init(urgency: InterruptionLevel, messages: Int, campaigns: Int, percent: Double) {
        self.urgency = urgency
        self.messages = messages
        self.campaigns = campaigns
        self.percent = percent
    }
}

/// How much of what an app sent was urgent.
public struct UrgencyReport: Hashable, Sendable, Codable {
    /// The bundle identifier.
    public var app: String
    /// The first day, in UTC.
    public var from: String
    /// The last day, which is today in UTC.
    public var to: String
    /// The number of visible notifications.
    public var total: Int
    /// All classes, from the least urgent.
    public var shares: [UrgencyShare]
    /// The share of time-sensitive and critical notifications in percent.
    public var urgentPercent: Double
    /// What to do; `nil` if the share is not high.
    public var advice: String?

    public init(
        app: String, from: String, to: String, total: Int, shares: [UrgencyShare],
        urgentPercent: Double, advice: String?
    ) {
        self.app = app
        self.from = from
        self.to = to
        self.total = total
        self.shares = shares
        self.urgentPercent = urgentPercent
        self.advice = advice
    }

    enum CodingKeys: String, CodingKey {
        case app, from, to, total, shares, advice
        case urgentPercent = "urgent_percent"
    }
}
