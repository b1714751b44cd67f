// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operations about the console's members.
extension GatewayOperations {
    private static let memberID = Parameter.path(
        "id", Schema.string, "The identifier of the member.")
    private static let path = "/v1/members/{id}"

    static let members: [OpenAPIOperation] = [
        operation(
            .get, "/v1/members", "The members of the console, the oldest first.",
            response: Schema.reference("MemberList")),
        operation(
            .post, "/v1/members",
            "Creates a member, who chooses a password with the link in the response.",
            body: Body(schema: Schema.reference("NewMember")), status: 201,
            response: Schema.reference("Member"), problems: [.loginTaken, .tooManyEntries]),
        operation(
            .put, path, "Changes the name and the role of a member.", parameters: [memberID],
            body: Body(schema: Schema.reference("MemberChange")),
            response: Schema.reference("Member"), problems: [.memberNotFound, .lastOwner]),
        operation(
            .delete, path, "Deletes a member, and ends the member's sessions.",
            parameters: [memberID], status: 204, problems: [.memberNotFound, .lastOwner]),
        operation(
            .post, path + "/link", "Makes a link with which a member chooses a new password.",
            parameters: [memberID], response: Schema.reference("Member"),
            problems: [.memberNotFound]),
        operation(
            .post, path + "/reset",
            "Ends a member's sessions, removes password, identity and links, and makes a new link.",
            parameters: [memberID], response: Schema.reference("Member"),
            problems: [.memberNotFound]),
    ]
}

extension OpenAPISchema {
    private static let role = names(MemberRole.allCases.map(\.rawValue))
    private static let memberName = text(1...GatewayLimits.nameByteCountMax)

    static let members: [(name: String, schema: JSONValue)] = [
        (
            "NewMember",
            order(["login": memberName, "name?": memberName, "role": role], isClosed: true)
        ),
        ("MemberChange", object(["name": memberName, "role": role], isClosed: true)),
        (
            "Member",
            object([
                "id": string, "login": string, "name": string, "role": role, "created_at": time,
                "signed_in_at?": time, "has_password": boolean, "has_identity": boolean,
                "link_secret?": string, "link_expires_at?": time,
            ])
        ),
        ("MemberList", object(["members": list(of: reference("Member"))])),
    ]
}
