// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import AppProject

/// A reader under test: it may reject a file, but it must return.
enum FuzzedReader: String, CaseIterable {
    case project, plist, xcconfig, profile, catalog, xcodegen, tuist, package, podfile, workspace

    func read(_ bytes: [UInt8]) {
        let path: String =
            switch self {
            case .project: "A.xcodeproj/project.pbxproj"
            case .plist: "a.plist"
            case .xcconfig: "a.xcconfig"
            case .profile: "a.mobileprovision"
            case .catalog: "Localizable.xcstrings"
            case .xcodegen: "project.yml"
            case .tuist: "Project.swift"
            case .package: "Package.swift"
            case .podfile: "Podfile"
            case .workspace: "A.xcworkspace/contents.xcworkspacedata"
            }
        let source = SourceText(name: path, bytes: bytes)
        switch self {
        case .plist:
            guard let file = try? PlistFile(reading: source) else { return }
            _ = file.location(of: "aps-environment")
        case .xcconfig:
            let file = XcconfigFile(reading: path, in: MemoryTree(bytes: [path: bytes]))
            var settings = BuildSettings()
            settings.lay(
                file?.assignments ?? [],
                in: SettingEnvironment(sdk: "iphoneos", configuration: "Debug"))
            for key in settings.keys { _ = settings.value(of: key) }
        case .profile: _ = try? ProfileFile.read(source)
        case .catalog: _ = try? StringTable(reading: source)
        default: _ = ProjectReader.read(MemoryTree(bytes: [path: bytes]))
        }
    }
}

private let xcodeGenManifest = """
    name: A
    targets:
      A: &a
        type: application
        platform: [iOS]
        templates: [B]
        sources: [A]
        info: {path: b, properties: {x: [1]}}
      C: *a
    targetTemplates: {B: {settings: {base: {A: $(B)}}}}
    """

private let tuistManifest = #"""
    import ProjectDescription
    let a = "b"
    let p = Project(
        name: a,
        targets: [
            .target(
                name: "x\(a)", product: .app, infoPlist: .dictionary(["a": [a]]),
                sources: ["A/**"] + [])
        ])
    """#

/// The valid files that are mutated.
private func corpus(_ reader: FuzzedReader) throws -> [[UInt8]] {
    let classic = try ProjectData.files("Classic")
    let generated = try ProjectData.files("Generated")
    let synchronized = try ProjectData.files("Synchronized")
    let plist = classic["Courier/Info.plist"] ?? []
    let text = { (text: String) in Array(text.utf8) }
    switch reader {
    case .project:
        return [
            generated["Beacon.xcodeproj/project.pbxproj"] ?? [],
            synchronized["Tidings.xcodeproj/project.pbxproj"] ?? [],
        ]
    case .plist:
        let binary = try PropertyListSerialization.data(
            fromPropertyList: [
                "aps-environment": "development", "list": [1, 2.5, true], "text": "\u{E9}",
                "date": Date(timeIntervalSince1970: 0), "data": Data([1, 2, 3]),
            ] as [String: Any], format: .binary, options: 0)
        return [
            plist, Array(binary), classic["Courier/en.lproj/Localizable.strings"] ?? [],
        ]
    case .xcconfig:
        return [classic["Config/Debug.xcconfig"] ?? [], classic["Config/Shared.xcconfig"] ?? []]
    case .profile:
        return [ProfileEnvelope.sample(isOpen: false), ProfileEnvelope.sample(isOpen: true)]
    case .catalog:
        return [
            text(
                #"{"strings": {"a": {"localizations": {"en": {"stringUnit": {"value": "%1$@"}}}}}}"#
            )
        ]
    case .xcodegen: return [Array(xcodeGenManifest.utf8)]
    case .tuist: return [Array(tuistManifest.utf8)]
    case .package: return [generated["Signals/Package.swift"] ?? []]
    case .podfile: return [classic["Podfile"] ?? []]
    case .workspace:
        return [classic["Courier.xcodeproj/project.xcworkspace/contents.xcworkspacedata"] ?? []]
    }
}

@Test(arguments: FuzzedReader.allCases)
func `damaged files are read or rejected, without crashing`(reader: FuzzedReader) throws {
    let rounds = reader == .project || reader == .tuist || reader == .package ? 150 : 1_500
    for (index, original) in try corpus(reader).enumerated() {
        try #require(!original.isEmpty)
        reader.read(original)
        for seed in 0..<rounds {
            var mutation = Mutation(seed: UInt64(index * 1_000_000 + seed))
            reader.read(mutation.change(original))
        }
    }
}

@Test func `files that once caused failures do no harm`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("FailCases")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let kind = String(name.prefix { $0 != "-" })
        guard let reader = FuzzedReader(rawValue: kind) else {
            #expect(name == "README.md")
            continue
        }
        reader.read(Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
}
