// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird

/// The routes about the console's members, which need a key that permits everything.
extension GatewayRoutes {
    static var members: [(path: String, operations: [Operation])] {
        let member = "/v1/members/:id"
        return [
            (
                "/v1/members",
                [
                    Operation(.get, .all) { try await $0.members() },
                    Operation(.post, .all) { try await $0.createMember() },
                ]
            ),
            (
                member,
                [
                    Operation(.put, .all) { try await $0.changeMember() },
                    Operation(.delete, .all) { try await $0.deleteMember() },
                ]
            ),
            (member + "/link", [Operation(.post, .all) { try await $0.makeMemberLink() }]),
            (member + "/reset", [Operation(.post, .all) { try await $0.resetMember() }]),
        ]
    }
}

extension GatewayCall {
    /// The gateway, for a caller that may manage its members.
    ///
    /// - Throws: `Problem` if the API key is limited to apps: members see all apps.
    private func gatewayOfAllApps() throws -> Gateway {
        guard limit == .none else {
            throw Problem(
                .scopeMissing,
                "members see all apps, but the API key is limited to some; use a key without this "
                    + "limit")
        }
        return gateway
    }

    /// Handles `GET /v1/members`.
    func members() async throws -> Response {
        try answer(try await gatewayOfAllApps().members())
    }

    /// Handles `POST /v1/members`.
    func createMember() async throws -> Response {
        let request = try MemberRequest(reading: try await body())
        return try answer(try await gatewayOfAllApps().createMember(request), status: .created)
    }

    /// Handles `PUT /v1/members/{id}`.
    func changeMember() async throws -> Response {
        let change = try MemberChange(reading: try await body())
        return try answer(
            try await gatewayOfAllApps().changeMember(id: try parameter("id"), change))
    }

    /// Handles `DELETE /v1/members/{id}`.
    func deleteMember() async throws -> Response {
        try await gatewayOfAllApps().deleteMember(id: try parameter("id"))
        return Response(status: .noContent)
    }

    /// Handles `POST /v1/members/{id}/link`.
    func makeMemberLink() async throws -> Response {
        try answer(try await gatewayOfAllApps().makeMemberLink(id: try parameter("id")))
    }

    /// Handles `POST /v1/members/{id}/reset`.
    func resetMember() async throws -> Response {
        try answer(try await gatewayOfAllApps().resetMember(id: try parameter("id")))
    }
}
