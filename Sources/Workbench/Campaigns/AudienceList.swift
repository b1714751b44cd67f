// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import GatewayAPI

/// A list of users or installations as the audience of a campaign. It is read from a file with one
/// name in each line, and becomes a filter.
package struct AudienceList: Hashable, Sendable {
    /// What the names in the file identify.
    package enum Kind: String, CaseIterable, Sendable {
        case users
        case installations

        /// The name of the field in the filter language.
        fileprivate var field: String {
            switch self {
            case .users: "user"
            case .installations: "installation"
            }
        }
    }

    /// The maximum size of a file with a list, in bytes. A list that fits into a filter is smaller.
    package static let fileByteCountMax = 1 << 20

    package let kind: Kind
    /// The path of the file; `-` for standard input.
    package let path: String

    /// Reads `users:FILE` or `installations:FILE`; `nil` for any other audience.
    package init?(_ text: String) {
        for kind in Kind.allCases {
            let prefix = kind.rawValue + ":"
            guard text.hasPrefix(prefix), text.count > prefix.count else { continue }
            self.kind = kind
            path = String(text.dropFirst(prefix.count))
            return
        }
        return nil
    }

    /// Returns the audience that a file describes. Blank lines and repetitions are ignored.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - name: the file's name, for messages.
    /// - Throws: ``WorkFailure`` of kind `badInput` if a line is not a name, if there are no names,
    ///   or if there are more names than a filter can contain.
    package func audience(_ bytes: [UInt8], name: String) throws(WorkFailure) -> CampaignAudience {
        var texts: [String] = []
        var known: Set<[UInt8]> = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = "\(name):\(index + 1)"
            guard let text = String(validating: line, as: UTF8.self)?.trimmingBlanks else {
                throw WorkFailure(.badInput, "\(place): the line is not UTF-8 text")
            }
            // Texts are compared by their bytes, as in the gateway.
            guard !text.isEmpty, known.insert(Array(text.utf8)).inserted else { continue }
            guard text.utf8.count <= GatewayLimits.nameByteCountMax,
                text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else {
                throw WorkFailure(
                    .badInput,
                    "\(place): the line is too long or has control characters; write one name of "
                        + "at most \(GatewayLimits.nameByteCountMax) bytes in each line")
            }
            texts.append(text)
        }
        guard !texts.isEmpty else {
            throw WorkFailure(
                .badInput, "\(name): the file names no \(kind.rawValue); write one in each line")
        }
        let line = "\(kind.field) in (\(texts.map(Self.quoted).joined(separator: ",")))"
        guard line.utf8.count <= GatewayLimits.filterByteCountMax else {
            throw WorkFailure(
                .badInput,
                "\(name): \(texts.count) \(kind.rawValue) make a filter of \(line.utf8.count) "
                    + "bytes, and the limit is \(GatewayLimits.filterByteCountMax); give them a "
                    + "tag with bellhop installations import, and send to: --audience 'tag NAME'")
        }
        return .filter(line)
    }

    /// Returns a text as a quoted string of the filter language.
    private static func quoted(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        view.append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { view.append("\\") }
            view.append(scalar)
        }
        view.append("\"")
        return String(view)
    }
}
