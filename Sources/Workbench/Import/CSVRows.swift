// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import GatewayAPI

/// Installations as comma-separated values: the columns, and the line of each record.
package enum CSVRows {
    /// The columns with one value each.
    static let columns =
        ["id"] + InstallationRequest.keys.filter { $0 != "web_push" } + ["tags"]
    /// The columns of which a record has at least one: its addresses.
    static let addresses = ["token", "fcm_token", "fid"]
    /// The beginning of a column with an attribute.
    static let attributePrefix = "attribute."
    /// The separator of several tags in one field.
    static let tagSeparator: Character = ";"

    /// Returns what is wrong with the names of columns, and what to do; `nil` if they can be read.
    package static func problem(inHeader header: [String]) -> ImportRefusal? {
        for name in header where !name.hasPrefix(attributePrefix) && !columns.contains(name) {
            let nearest = NearestWord.of(name, among: columns)
            return ImportRefusal(
                "the column \"\(name.prefix(40))\" is unknown",
                nearest.map { "did you mean \($0)?" }
                    ?? "use \(columns.joined(separator: ", ")) and \(attributePrefix)NAME")
        }
        if let twice = header.first(where: { name in header.count { $0 == name } > 1 }) {
            return ImportRefusal("the column \"\(twice)\" occurs twice", "keep one of them")
        }
        let isAddressed = header.contains { addresses.contains($0) }
        for (name, isThere) in [("id", header.contains("id")), ("token", isAddressed)]
        where !isThere {
            return ImportRefusal(
                "there is no column \"\(name)\"", "give the file a first line with names")
        }
        return nil
    }

    /// Reads a record.
    package static func row(
        _ row: [String: String], _ defaults: ImportDefaults
    ) -> ImportedRow {
        guard addresses.contains(where: { row[$0]?.isEmpty == false }) else {
            return .setAside(
                ImportRefusal(
                    "the entry has no APNs token in \"token\", and none of FCM in \"fcm_token\"",
                    "let the app register itself at its next start"))
        }
        var draft = ImportDraft(defaults)
        for (name, text) in row.sorted(by: { $0.key < $1.key }) {
            if name == "tags" {
                for tag in text.split(separator: tagSeparator) {
                    draft.add(tag: String(tag.drop { $0 == " " }))
                }
            } else if name.hasPrefix(attributePrefix) {
                draft.add(String(name.dropFirst(attributePrefix.count)), text)
            } else {
                draft.set(name, text)
            }
        }
        return draft.row
    }

    /// Returns the names of the columns for installations of an app.
    ///
    /// - Parameter attributes: the names of the attributes that the app has declared.
    package static func header(attributes: [String]) -> [String] {
        columns + attributes.sorted().map { attributePrefix + $0 }
    }

    /// Returns the fields of an installation, of which `line` is the line for the gateway.
    package static func fields(_ line: JSONObject, header: [String]) -> [String] {
        header.map { name in
            if name == "tags" {
                return (line["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
                    .joined(separator: String(tagSeparator))
            }
            guard name.hasPrefix(attributePrefix) else { return line[name]?.stringValue ?? "" }
            let value = line["attributes"]?.objectValue?[
                String(name.dropFirst(attributePrefix.count))]
            return value.map { $0.stringValue ?? JSONWriter.text($0) } ?? ""
        }
    }
}
