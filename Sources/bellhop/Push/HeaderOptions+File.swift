// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics

extension PayloadFile {
    /// A header that stands above the JSON.
    func header(_ name: String) -> String? { file.frontMatter[name]?.value }
}

extension HeaderOptions {
    /// These headers, with those above the JSON where none was given.
    func filled(from payload: PayloadFile) throws -> HeaderOptions {
        try filled(from: payload.file.frontMatter, in: payload.source)
    }

    /// Names that may stand above the JSON.
    private static let fileNames = [
        APNSHeader.pushType, APNSHeader.priority, APNSHeader.topic, APNSHeader.expiration,
        APNSHeader.collapseID, APNSHeader.channelID, APNSHeader.id, FrontMatter.minimumOSName,
    ]

    /// These headers, with those of the file where none was given.
    ///
    /// - Throws: ``CommandFailure`` with status 65 for a line that is not right; it names file,
    ///   line and column.
    func filled(from matter: FrontMatter, in source: SourceText) throws -> HeaderOptions {
        func place(_ offset: Int) -> String {
            let position = source.position(of: offset)
            return "\(source.name):\(position.line):\(position.column)"
        }
        if let line = matter.unreadableLines.first {
            throw CommandFailure(
                .badInput,
                "\(place(line.lowerBound)): this is not a header; write name: value")
        }
        var headers = self
        for field in matter.fields {
            do { try headers.fill(field) } catch {
                let offset =
                    Self.fileNames.contains(field.name)
                    ? field.valueRange.lowerBound : field.nameRange.lowerBound
                throw CommandFailure(.badInput, "\(place(offset)): \(error)")
            }
        }
        return headers
    }

    private mutating func fill(_ field: FrontMatter.Field) throws {
        // A value of the file is checked even if an option wins over it.
        var given = HeaderOptions.empty
        switch field.name {
        case APNSHeader.pushType:
            given.type = field.value
            _ = try given.parsedType()
            type = type ?? field.value
        case APNSHeader.priority:
            given.priority = field.value
            _ = try given.parsedPriority()
            priority = priority ?? field.value
        case APNSHeader.topic:
            given.topic = field.value
            _ = try given.parsedTopic()
            topic = topic ?? field.value
        case APNSHeader.expiration:
            guard let seconds = Int(field.value) else {
                throw CommandFailure(
                    .badInput, "an expiration is a number of seconds since 1970, or 0")
            }
            expiration = expiration ?? seconds
        case APNSHeader.collapseID:
            do { _ = try CollapseID(field.value) } catch {
                throw CommandFailure(.badInput, "\(error)")
            }
            collapseID = collapseID ?? field.value
        case APNSHeader.channelID, APNSHeader.id, FrontMatter.minimumOSName: break
        default:
            throw CommandFailure(
                .badInput,
                "there is no header \"\(OneLine.text(field.name, characterCountMax: 40))\"; "
                    + "use one of " + Self.fileNames.joined(separator: ", "))
        }
    }

    /// Options of which none was given.
    private static var empty: HeaderOptions {
        var headers = HeaderOptions()
        headers.topic = nil
        headers.type = nil
        headers.priority = nil
        headers.expiration = nil
        headers.collapseID = nil
        return headers
    }
}
