// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The servers to which a notification goes: a transport and, for APNs, an environment.
package struct Route: Hashable, Sendable {
    package let transport: PushTransport
    /// The environment; `production` for transports other than APNs, which have only one.
    package let environment: APNSEnvironment

    package init(_ transport: PushTransport, _ environment: APNSEnvironment) {
        self.transport = transport
        self.environment = transport == .apns ? environment : .production
    }

    package static func apns(_ environment: APNSEnvironment) -> Route { Route(.apns, environment) }

    /// All routes, in the order of index.
    package static let all: [Route] = [
        .apns(.production), .apns(.sandbox), Route(.fcm, .production),
        Route(.webPush, .production),
    ]

    /// The route's index in arrays that have an element for each route.
    var index: Int {
        switch transport {
        case .apns: environment == .production ? 0 : 1
        case .fcm: 2
        case .webPush: 3
        }
    }
}
