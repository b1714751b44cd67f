// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI

/// The device tokens that a replay sends in place of the shortened tokens in a recording.
package struct ReplayTokens: Sendable {
    /// The maximum number of different shortened tokens in a recording.
    package static let countMax = 100_000

    /// A group of devices. They belong to one app in one environment, and the recording simulator
    /// knew their tokens.
    package struct Group: Sendable, Hashable {
        package let app: String
        package let environment: APNSEnvironment
    }

    private var tokens: [String: DeviceToken] = [:]
    /// The shortened tokens for which a server must register a device.
    package private(set) var wanted: [Group: [String]] = [:]
    private var seen: Set<String> = []

    package init() {}

    /// Whether a complete token is known for every shortened token.
    package var isComplete: Bool { wanted.isEmpty }

    /// Records the token of a request, if the token is shortened.
    ///
    /// - Throws: ``WorkFailure`` if there are more than ``countMax`` tokens.
    package mutating func note(_ request: RecordedRequest) throws(WorkFailure) {
        guard let name = request.report.token, (try? DeviceToken(hex: name)) == nil,
            seen.insert(name).inserted
        else { return }
        guard seen.count <= Self.countMax else {
            throw WorkFailure(
                .badInput,
                "the recording has more than \(Self.countMax) device tokens; record fewer devices, "
                    + "or use --record-tokens")
        }
        if let app = request.report.app {
            let group = Group(app: app, environment: request.report.environment)
            wanted[group, default: []].append(name)
        } else {
            // The token was unknown to the recording simulator, so an invented token gets the same
            // response.
            tokens[name] = Self.invented(for: name)
        }
    }

    /// Assigns the tokens of registered devices.
    package mutating func assign(_ devices: [DeviceToken], to group: Group) {
        for (name, token) in zip(wanted[group] ?? [], devices) { tokens[name] = token }
        wanted[group] = nil
    }

    /// Returns the path of a request with its complete token.
    package func path(of request: RecordedRequest) -> String {
        guard let name = request.report.token, let token = tokens[name],
            let range = request.path.firstRange(of: name)
        else { return request.path }
        return request.path.replacingCharacters(in: range, with: token.hex)
    }

    private static func invented(for name: String) -> DeviceToken? {
        var digits = ""
        while digits.utf8.count < 64 { digits += ShortHash.hex((name + digits).utf8) }
        return try? DeviceToken(hex: digits)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
