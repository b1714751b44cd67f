// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

/// The members of the console.
extension Gateway {
    /// Returns the members, the oldest first.
    public func members() async throws -> MemberList {
        MemberList(members: try await requireConsoleStore().members().map { MemberResource($0) })
    }

    /// Creates a member, who chooses a password with the link in the response.
    ///
    /// - Throws: `Problem` if another member has the login, or there are too many members.
    public func createMember(_ request: MemberRequest) async throws -> MemberResource {
        let link = makeLink()
        switch try await requireConsoleStore().insert(
            request, id: makeMemberID(), link: link, now: time.now)
        {
        case .inserted(let member): return MemberResource(member, link: link)
        case .loginTaken:
            throw Problem(
                .loginTaken, "another member has this login; choose another one",
                keyPath: "login")
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "there are \(GatewayLimits.membersMax) members, which is the limit; delete one "
                    + "with DELETE /v1/members/{id}")
        }
    }

    /// Changes the name and the role of a member, also in the member's current sessions.
    ///
    /// - Throws: `Problem` if there is no such member, or no owner would be left.
    public func changeMember(id: String, _ change: MemberChange) async throws -> MemberResource {
        MemberResource(try Self.result(of: await requireConsoleStore().change(id: id, change)))
    }

    /// Deletes a member, and ends the member's sessions.
    ///
    /// - Throws: `Problem` if there is no such member, or no owner would be left.
    public func deleteMember(id: String) async throws {
        _ = try Self.result(of: await requireConsoleStore().delete(id: id))
    }

    /// Makes a link with which a member chooses a new password.
    ///
    /// - Throws: `Problem` if there is no such member.
    public func makeMemberLink(id: String) async throws -> MemberResource {
        let link = makeLink()
        guard let member = try await requireConsoleStore().addLink(link, memberID: id) else {
            throw Problem.memberNotFound
        }
        return MemberResource(member, link: link)
    }

    /// Invalidates everything with which a member can currently sign in, and makes a link with
    /// which the member chooses a new password. The password and earlier links become invalid, all
    /// sessions end, and the member is no longer linked to an account at the identity provider.
    ///
    /// - Throws: `Problem` if there is no such member.
    public func resetMember(id: String) async throws -> MemberResource {
        let link = makeLink()
        guard let member = try await requireConsoleStore().reset(id, with: link) else {
            throw Problem.memberNotFound
        }
        return MemberResource(member, link: link)
    }

    private static func result(of change: SQLConsoleStore.Change) throws -> StoredMember {
        switch change {
        case .changed(let member): return member
        case .notFound: throw Problem.memberNotFound
        case .lastOwner:
            throw Problem(
                .lastOwner,
                "this is the only owner; make another member an owner first")
        }
    }
}

extension Problem {
    static let memberNotFound = Problem(
        .memberNotFound,
        "there is no member with this identifier; GET /v1/members lists all members")
}

extension MemberResource {
    init(_ stored: StoredMember, link: MemberLink? = nil) {
        self.init(
            id: stored.id, login: stored.login, name: stored.name, role: stored.role,
            createdAt: stored.createdAt, signedInAt: stored.signedInAt,
            hasPassword: stored.password != nil, hasIdentity: stored.hasIdentity,
            linkSecret: link?.secret,
            linkExpiresAt: link?.expiresAt)
    }
}
