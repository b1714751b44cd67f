// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The scope of an API key. Each case except `all` permits one kind of access.
public enum KeyScope: String, Hashable, Sendable, Codable, CaseIterable {
    case all
    case appsRead = "apps:read"
    case appsWrite = "apps:write"
    case installationsRead = "installations:read"
    case installationsWrite = "installations:write"
    case installationsExport = "installations:export"
    case messagesRead = "messages:read"
    case messagesWrite = "messages:write"
    case campaignsRead = "campaigns:read"
    case campaignsWrite = "campaigns:write"
    case campaignsApprove = "campaigns:approve"
    case eventsWrite = "events:write"
    case payloadsRead = "payloads:read"
    case testPushesWrite = "test-pushes:write"
    case templatesRead = "templates:read"
    case templatesWrite = "templates:write"
    case usersRead = "users:read"
    case usersWrite = "users:write"
    case keysRead = "keys:read"
    case keysWrite = "keys:write"
    case metricsRead = "metrics:read"
    case webhooksRead = "webhooks:read"
    case webhooksWrite = "webhooks:write"
    case auditRead = "audit:read"

    /// A description of the access that the scope permits.
    public var meaning: String {
        switch self {
        case .all: "everything"
        case .appsRead: "read apps and their client keys"
        case .appsWrite: "create and change apps, set credentials and secrets"
        case .installationsRead: "read installations"
        case .installationsWrite: "register, import and delete installations"
        case .installationsExport: "export installations with complete tokens"
        case .messagesRead: "read messages, deliveries and receipts"
        case .messagesWrite: "send messages"
        case .campaignsRead: "read campaigns"
        case .campaignsWrite: "start, pause, resume and cancel campaigns"
        case .campaignsApprove: "approve large campaigns that other keys have started"
        case .eventsWrite: "report events, which send the messages of triggers"
        case .payloadsRead: "lint and explain payloads"
        case .testPushesWrite: "send single pushes to device tokens, without storing them"
        case .templatesRead: "read and preview templates, read the urgency report"
        case .templatesWrite: "store and archive templates"
        case .usersRead: "read and export users, and their decisions"
        case .usersWrite: "merge and erase users, change aliases and topics"
        case .keysRead: "list API keys"
        case .keysWrite:
            "create and revoke keys; a new key can only have scopes that the creating key has"
        case .metricsRead: "read the metrics, which contain the names of all apps"
        case .webhooksRead: "read webhooks and their attempts"
        case .webhooksWrite: "create, change, test, replay and delete webhooks"
        case .auditRead: "read the audit log"
        }
    }

    /// Whether a key with this scope can be limited to certain apps.
    public var canBeLimitedToApps: Bool { self != .metricsRead }
}
