// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import GatewayAPI

/// Converts between records of comma-separated values and lines for the gateway, each of which
/// describes an installation.
package enum CSVRows {
    /// The columns that do not depend on the app's attributes.
    static let columns =
        ["id"] + InstallationRequest.keys.filter { $0 != "web_push" } + ["tags"]
    /// The columns with addresses. A record has at least one address.
    static let addresses = ["token", "fcm_token", "fid"]
    /// The prefix of the name of a column that contains an attribute.
    static let attributePrefix = "attribute."
    /// The separator of several tags in one field.
    static let tagSeparator: Character = ";"

    /// Returns the problem with the names of columns, and the fix; `nil` if the names are valid.
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
                "there is no column \"\(name)\"", "add a first line with the columns' names")
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
                    "the entry has no token: \"token\" (APNs), \"fcm_token\" (FCM) and \"fid\" "
                        + "are empty",
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

    /// Returns the fields of a record for an installation, given its line for the gateway.
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
