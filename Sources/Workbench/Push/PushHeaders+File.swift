// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics

extension PushHeaders {
    /// Reads the headers above the JSON of a file.
    ///
    /// - Throws: ``WorkFailure`` of kind `badInput` if a line is invalid. Its message contains the
    ///   file, the line and the column.
    package init(_ matter: FrontMatter, in source: SourceText) throws(WorkFailure) {
        self.init()
        func location(_ offset: Int) -> String {
            let position = source.position(of: offset)
            return "\(source.name.printable):\(position.line):\(position.column)"
        }
        if let line = matter.unreadableLines.first {
            throw WorkFailure(
                .badInput,
                "\(location(line.lowerBound)): the line is not a header; write name: value")
        }
        for field in matter.fields {
            do throws(WorkFailure) { try take(field) } catch {
                let offset =
                    Self.names.contains(field.name)
                    ? field.valueRange.lowerBound : field.nameRange.lowerBound
                throw WorkFailure(.badInput, "\(location(offset)): \(error)")
            }
        }
    }

    /// The header names that are allowed above the JSON.
    private static let names = [
        APNSHeader.pushType, APNSHeader.priority, APNSHeader.topic, APNSHeader.expiration,
        APNSHeader.collapseID, APNSHeader.channelID, APNSHeader.id, FrontMatter.minimumOSName,
    ]

    private mutating func take(_ field: FrontMatter.Field) throws(WorkFailure) {
        switch field.name {
        case APNSHeader.pushType: pushType = try Self.pushType(field.value)
        case APNSHeader.priority: priority = try Self.priority(field.value)
        case APNSHeader.topic: topic = try Self.topic(field.value)
        case APNSHeader.expiration: expiration = try Self.expiration(field.value)
        case APNSHeader.collapseID: collapseID = try Self.collapseID(field.value)
        case APNSHeader.channelID: channelID = try Self.channelID(field.value)
        case APNSHeader.id: id = try Self.id(field.value)
        case FrontMatter.minimumOSName: break
        default:
            // A header may be written as `priority` instead of `apns-priority`, so a misspelled
            // name is compared both with and without the prefix.
            let meant = NearestName.of("apns-" + field.name, among: Self.names)
            throw .unknownWord(field.name, "header", among: Self.names, meant: meant)
        }
    }
}
