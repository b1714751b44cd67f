// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import ControlAPI

/// The order and the times for sending the requests of a recording again, as a value.
///
/// The replay opens one connection for each recorded connection, and sends that connection's
/// requests in sequence. Each request is sent at its recorded time, but not before the response to
/// the previous request has arrived.
package struct ReplayPlan: Sendable {
    /// A request of the recording.
    package struct Item: Sendable {
        package let position: Recording.Position
        /// The recorded time since the first request of the recording, in milliseconds.
        package let time: Int
    }

    private struct Connection: Hashable {
        let run: Int
        let number: Int
    }

    /// The requests of each connection. The connections are in the order of their first requests.
    package private(set) var connections: [[Item]] = []
    package private(set) var tokens = ReplayTokens()
    package private(set) var requestCount = 0
    /// The number of requests that are not sent again, by the cause.
    package private(set) var skipped: [String: Int] = [:]

    /// - Parameter environment: the environment of the requests to send again; `nil` for both
    ///   environments.
    /// - Throws: ``WorkFailure`` if the file is not a record.
    package init(_ recording: Recording, environment: APNSEnvironment? = nil) throws {
        var indexes: [Connection: Int] = [:]
        var origin: Int?
        _ = try recording.readAll { position, request in
            guard environment == nil || request.report.environment == environment else { return }
            if let cause = Self.causeToSkip(request) {
                skipped[cause, default: 0] += 1
                return
            }
            try tokens.note(request)
            let time = position.runStart + request.sinceStart
            let start = origin ?? time
            origin = start
            let connection = Connection(run: position.run, number: request.connection)
            let index = indexes[connection] ?? connections.count
            if index == connections.count {
                indexes[connection] = index
                connections.append([])
            }
            connections[index].append(Item(position: position, time: max(0, time - start)))
            requestCount += 1
        }
    }

    /// Assigns the tokens of registered devices to the shortened tokens in a group.
    package mutating func assign(_ devices: [DeviceToken], to group: ReplayTokens.Group) {
        tokens.assign(devices, to: group)
    }

    /// The reasons for rejections that concern the sender's credential. A recording does not
    /// contain the credential.
    private static let credentialReasons: Set<RejectionReason> = [
        .invalidProviderToken, .expiredProviderToken, .unrelatedKeyIDInToken,
        .badEnvironmentKeyIDInToken, .tooManyProviderTokenUpdates, .badCertificate,
        .badCertificateEnvironment,
    ]

    private static func causeToSkip(_ request: RecordedRequest) -> String? {
        // If a requested fault caused the rejection, the credential was valid, so the request is
        // sent again.
        guard let reason = request.report.reason, credentialReasons.contains(reason),
            request.report.fault == nil
        else { return nil }
        return "APNs refused the recorded request's credential with \(reason), and the recording "
            + "does not contain that credential"
    }
}

/// The speed at which a recording is sent again.
package enum ReplaySpeed: Sendable, Hashable {
    /// A factor: 1 is the recorded speed, and 2 is twice the recorded speed.
    case factor(Double)
    /// The replay does not pause between requests.
    case unlimited

    package static let factors = 0.01...1_000.0

    /// Reads the speed, which is a factor or the word `max`.
    package init?(_ text: String) {
        if text == "max" {
            self = .unlimited
        } else if let factor = Double(text), Self.factors.contains(factor) {
            self = .factor(factor)
        } else {
            return nil
        }
    }

    /// Returns the time between the sending of the first request and that of a later request.
    ///
    /// - Parameter time: the recorded time between the two requests, in milliseconds.
    package func delay(of time: Int) -> Duration {
        switch self {
        case .factor(let factor): .milliseconds(1) * (Double(time) / factor)
        case .unlimited: .zero
        }
    }
}
