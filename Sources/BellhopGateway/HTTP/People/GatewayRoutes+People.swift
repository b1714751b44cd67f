// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import HTTPTypes

/// The routes about users, aliases and topics.
extension GatewayRoutes {
    static var people: [(String, [Operation])] { users + topics }

    private static var users: [(String, [Operation])] {
        let user = "/v1/users/:user"
        return [
            (
                user,
                [
                    Operation(.get, .usersRead) { try await $0.user() },
                    Operation(.delete, .usersWrite) { try await $0.eraseUser() },
                ]
            ),
            (user + "/export", [Operation(.get, .usersRead) { try await $0.exportUser() }]),
            (user + "/merge", [Operation(.post, .usersWrite) { try await $0.mergeUser() }]),
            (user + "/consent", [Operation(.get, .usersRead) { try await $0.consentsOfUser() }]),
            (
                user + "/aliases/:label",
                [
                    Operation(.put, .usersWrite) { try await $0.putAlias() },
                    Operation(.delete, .usersWrite) { try await $0.deleteAlias() },
                ]
            ),
            (
                user + "/topics/:topic",
                [Operation(.put, .usersWrite) { try await $0.decideForUser() }]
            ),
            ("/v1/erasures/:id", [Operation(.get, .usersRead) { try await $0.erasure() }]),
        ]
    }

    private static var topics: [(String, [Operation])] {
        let app = "/v1/apps/:bundle_id/topics"
        let installation = "/v1/installations/:installation_id"
        let device = devicePath + "installations/:installation_id/topics"
        return [
            (app, [Operation(.get, .appsRead) { try await $0.topics() }]),
            (
                app + "/:topic",
                [
                    Operation(.put, .appsWrite) { try await $0.putTopic() },
                    Operation(.delete, .appsWrite) { try await $0.deleteTopic() },
                ]
            ),
            (
                "/v1/apps/:bundle_id/installations",
                [Operation(.get, .installationsExport) { try await $0.exportInstallations() }]
            ),
            (
                installation + "/topics/:topic",
                [Operation(.put, .installationsWrite) { try await $0.decideForInstallation() }]
            ),
            (
                installation + "/consent",
                [Operation(.get, .installationsRead) { try await $0.consentsOfInstallation() }]
            ),
            (device, [Operation(.get, nil) { try await $0.deviceTopics() }]),
            (device + "/:topic", [Operation(.put, nil) { try await $0.decideOnDevice() }]),
        ]
    }
}
