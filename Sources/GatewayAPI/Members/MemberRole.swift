// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The role of a member of the console, which decides what the member can do.
public enum MemberRole: String, Hashable, Sendable, Codable, CaseIterable {
    case viewer, editor, approver, owner

    /// The scopes of the API that the role has. An owner has `all`, which is also needed to manage
    /// members.
    public var scopes: Set<KeyScope> {
        let reading: Set<KeyScope> = [
            .appsRead, .installationsRead, .messagesRead, .campaignsRead, .templatesRead,
            .usersRead, .webhooksRead, .metricsRead, .payloadsRead,
        ]
        return switch self {
        case .viewer: reading
        case .editor:
            reading.union([
                .messagesWrite, .templatesWrite, .campaignsWrite, .installationsWrite,
                .testPushesWrite,
            ])
        case .approver:
            reading.union([
                .messagesWrite, .templatesWrite, .campaignsWrite, .installationsWrite,
                .testPushesWrite, .campaignsApprove, .usersWrite, .auditRead,
            ])
        case .owner: [.all]
        }
    }

    /// A description of what members with the role can do.
    public var meaning: String {
        switch self {
        case .viewer: "read everything except API keys, members and the audit log"
        case .editor:
            "also send messages, and change campaigns, templates, segments and installations"
        case .approver: "also approve campaigns, erase users and read the audit log"
        case .owner: "everything, including apps, API keys and members"
        }
    }
}
