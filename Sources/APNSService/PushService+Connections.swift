// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What concerns connections rather than requests.
extension PushService {
    /// What a new connection is told before its first request: how many streams it may open, and
    /// whether it ends at once.
    ///
    /// Documented: one stream until a valid provider token was processed, many at once with a
    /// certificate ("Establishing a connection to APNs"). Reported: a certificate of the other
    /// environment ends the connection.
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

    /// What a connection is told after a request, if its number of streams changes.
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
    /// Whether requests of a connection go without answers.
    func covers(_ connection: ConnectionState) -> Bool {
        switch self {
        case .never: false
        case .afterExpiredProviderToken: connection.sawExpiredToken
        case .always: true
        }
    }
}
