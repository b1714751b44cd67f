// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

/// The server that sends to this app, as the app sees it.
///
/// ``HTTPBackend`` speaks to a Bellhop gateway. An app with a server of its own writes these four
/// calls against that. All may be repeated: calls whose answer was lost come again.
public protocol DeviceBackend: Sendable {
    /// Tells the server what this installation is now.
    ///
    /// - Throws: any error; the kit tries again later.
    func register(_ registration: DeviceRegistration, as installation: Installation) async throws

    /// Forgets the installation and all its tokens.
    func unregister(_ installation: Installation) async throws

    /// What was sent to this installation after a cursor, oldest first.
    ///
    /// - Parameter cursor: the page before's; `nil` for the beginning.
    func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage

    /// Reports what became of messages; at most ``GatewayLimits/receiptsPerBatchMax``.
    func send(_ receipts: [Receipt], from installation: Installation) async throws
}

/// Who calls: this copy of the app on this phone.
public struct Installation: Hashable, Sendable, Codable {
    /// Made at the first start after installing; it is no identifier of the person or the phone.
    public var id: String
    /// 256 random bits, by which the server knows later calls of the same installation. Secret.
    public var secret: String

    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }
}

extension Installation: CustomStringConvertible, CustomReflectable {
    public var description: String { "installation \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
