// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The effects of injected faults on a new connection. If there are no faults, only the
/// connection's number is set.
public struct ConnectionFaults: Hashable, Sendable {
    /// The number that identifies the connection in the scope of faults; see
    /// ``ServiceFault/connection``. It is 0 for connections that are not counted.
    public let number: Int
    /// The SETTINGS_INITIAL_WINDOW_SIZE in bytes; `nil` for the usual value.
    public private(set) var streamWindow: Int?
    /// Whether the server withholds its WINDOW_UPDATE frames.
    public private(set) var withholdsWindowUpdates = false
    /// The time for which the WINDOW_UPDATE frames are withheld; `nil` if they are withheld until
    /// the end of the connection.
    public private(set) var windowDelay: Duration?
    /// Whether the server presents a certificate for another name.
    public private(set) var presentsWrongCertificate = false

    public init(number: Int = 0) { self.number = number }

    /// Adds a fault of a kind that affects connections.
    mutating func add(_ fault: ServiceFault, using generator: inout some RandomNumberGenerator) {
        switch fault.kind {
        case .slowReader:
            withholdsWindowUpdates = true
            windowDelay = fault.delay?.duration(using: &generator)
        case .tinyWindow: streamWindow = fault.window ?? Self.tinyWindow
        case .wrongCertificate: presentsWrongCertificate = true
        case .status, .latency, .silence, .goAway, .refusedStream, .reset, .halfResponse, .cut,
            .expiredToken:
            break
        }
    }

    /// The SETTINGS_INITIAL_WINDOW_SIZE in bytes that ``ServiceFault/Kind/tinyWindow`` uses by
    /// default.
    private static let tinyWindow = 16
}
