// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The objects of a `project.pbxproj`, which is a property list of any format whose values refer to
/// each other by identifiers.
struct XcodeObjects {
    let source: SourceText
    private let objects: [String: PlistNode]
    private let rootID: String

    /// - Throws: ``PlistError`` if the file is not a property list, or does not describe a project.
    init(reading source: SourceText) throws(PlistError) {
        self.source = source
        let top = try PlistNode(reading: source)
        guard let members = top["objects"]?.members, let root = top["rootObject"]?.string else {
            throw PlistError("this is not an Xcode project: it has no objects or no rootObject")
        }
        objects = Dictionary(members.map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
        rootID = root
        guard objects[root] != nil else {
            throw PlistError("the project's objects do not contain its rootObject")
        }
    }

    /// The root object, a `PBXProject`.
    var root: XcodeObject { self[rootID] ?? XcodeObject(id: rootID, node: nil, objects: self) }

    subscript(id: String) -> XcodeObject? {
        objects[id].map { XcodeObject(id: id, node: $0, objects: self) }
    }

    /// Returns all objects of a class, given the value of their `isa`.
    func all(_ isa: String) -> [XcodeObject] {
        objects.keys.sorted().compactMap { self[$0] }.filter { $0.isa == isa }
    }
}

/// An object of a project, for instance a `PBXNativeTarget`.
struct XcodeObject {
    let id: String
    let node: PlistNode?
    let objects: XcodeObjects

    var isa: String { self["isa"] ?? "" }

    /// Returns the string for a key of the object.
    subscript(key: String) -> String? { node?[key]?.string }

    /// Returns the strings for a key whose value is a list or a single string.
    func strings(_ key: String) -> [String] {
        guard let node = node?[key] else { return [] }
        return node.string.map { [$0] } ?? node.nodes.compactMap(\.string)
    }

    /// Returns the object to which a key refers.
    func object(_ key: String) -> XcodeObject? { self[key].flatMap { objects[$0] } }

    /// Returns the objects to which the list for a key refers. Unknown identifiers are ignored.
    func list(_ key: String) -> [XcodeObject] { strings(key).compactMap { objects[$0] } }

    /// The location of the object's first line.
    var location: Diagnostic.Location {
        guard let range = node?.range, !range.isEmpty else { return objects.source.location(nil) }
        let start = range.lowerBound
        return objects.source.location(start..<min(start + 1, range.upperBound))
    }
}
