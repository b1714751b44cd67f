// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider

/// The destinations for which APNs does not respond to requests at present.
struct SendingFailures: Sendable {
    /// The number of requests in a row without a response after which a destination counts as
    /// failing. A single request without a response is not unusual, because connections end.
    static let failuresMax = 5

    private var failures: [SendingDestination: Int] = [:]

    /// Records that a request had no response or could not be made.
    ///
    /// - Returns: whether the destination counts as failing.
    mutating func failed(_ destination: SendingDestination) -> Bool {
        failures[destination, default: 0] += 1
        return isFailing(destination)
    }

    /// Records that APNs responded.
    ///
    /// - Returns: whether the destination counted as failing before.
    mutating func responded(_ destination: SendingDestination) -> Bool {
        defer { failures[destination] = nil }
        return isFailing(destination)
    }

    private func isFailing(_ destination: SendingDestination) -> Bool {
        failures[destination, default: 0] >= Self.failuresMax
    }

    /// Whether any destination counts as failing.
    var isAnyFailing: Bool { failures.values.contains { $0 >= Self.failuresMax } }
}

extension UnknownOutcome.Code {
    /// Whether no usable connection could be made. The other errors also happen in normal
    /// operation: a server closes a connection, or a response is late.
    var isAboutConnecting: Bool {
        switch self {
        case .noCredential, .badConfiguration, .dns, .connectionRefused, .connectTimeout,
            .unreachable, .proxy, .tlsUntrusted, .tlsName, .tlsClientCertificate, .tls, .noHTTP2:
            true
        default: false
        }
    }
}
