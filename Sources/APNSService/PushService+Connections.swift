// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Decisions that concern connections, as opposed to requests.
extension PushService {
    /// Returns the actions for a new connection before its first request. They announce how many
    /// streams the client may open, or end the connection immediately.
    ///
    /// Apple documents that a client may open only one stream until APNs has processed a valid
    /// provider token, and that a client with a certificate may open many streams from the start
    /// ("Establishing a connection to APNs"). Developers report that APNs ends the connection if
    /// the certificate is for the other environment.
    public func open(
        _ connection: inout ConnectionState, environment: APNSEnvironment
    ) -> [ServiceAction] {
        let count = ServiceOptions.bounded(
            streamCount: connection.isAuthenticated
                ? options.streamCountAfterToken : options.streamCountBeforeToken)
        connection.streamCount = count
        var actions = [ServiceAction.settings(maxConcurrentStreams: count)]
        if let certificate = connection.certificate, options.endsConnectionOfOtherEnvironment,
            !certificate.works(in: environment)
        {
            actions.append(.turnAway(.badCertificateEnvironment))
        }
        return actions
    }

    /// Returns the announcement of a new maximum number of streams after a request; empty if the
    /// number is unchanged.
    func streamCountChange(
        _ connection: inout ConnectionState, isRefused: Bool
    ) -> [ServiceAction] {
        guard connection.isAuthenticated else { return [] }
        let count = ServiceOptions.bounded(
            streamCount: isRefused && options.dropsStreamsAfterRefusal
                ? 1 : options.streamCountAfterToken)
        guard connection.streamCount != count else { return [] }
        connection.streamCount = count
        return [.settings(maxConcurrentStreams: count)]
    }
}

extension ServiceOptions.Silence {
    /// Returns whether this option withholds the responses of a connection.
    func covers(_ connection: ConnectionState) -> Bool {
        switch self {
        case .never: false
        case .afterExpiredProviderToken: connection.sawExpiredToken
        case .always: true
        }
    }
}
