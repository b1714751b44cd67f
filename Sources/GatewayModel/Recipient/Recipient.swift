// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// An installation to which a campaign may be sent, as a page of the store contains it.
package struct Recipient: Hashable, Sendable {
    /// The installation's number. Pages are sorted by it.
    package let installation: Int64
    /// The number of the installation's endpoint for notifications.
    package let endpoint: Int64
    package let environment: APNSEnvironment
    /// The device token. For a transport other than APNs, it is a number that identifies the
    /// address in ``foreign``, and is not sent.
    package let token: DeviceToken
    /// The address for another transport; `nil` for APNs.
    package let foreign: ForeignAddress?
    /// Whether the person allows notifications of the campaign's kind.
    package let consents: Bool
    /// Whether the token was reported as possibly invalid. In this case, a success must be
    /// recorded.
    package let isSuspect: Bool
    /// Whether the token is known to be invalid.
    package let isDead: Bool
    /// The offset of the device's time zone from UTC, in minutes.
    package let utcOffset: Int
    /// The language of the device, such as `pt-BR`; empty if unknown.
    package let locale: String
    /// Values for the variables of the content.
    package let variables: [String: String]

    package init(
        installation: Int64, endpoint: Int64, environment: APNSEnvironment, token: DeviceToken,
        foreign: ForeignAddress? = nil, consents: Bool = true, isSuspect: Bool = false,
        isDead: Bool = false, utcOffset: Int = 0,
        locale: String = "", variables: [String: String] = [:]
    ) {
        self.installation = installation
        self.endpoint = endpoint
        self.environment = environment
        self.token = token
        self.foreign = foreign
        self.consents = consents
        self.isSuspect = isSuspect
        self.isDead = isDead
        self.utcOffset = utcOffset
        self.locale = locale
        self.variables = variables
    }

    package var route: Route { Route(foreign?.transport ?? .apns, environment) }
}
