// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

@testable import AppProject

private let location = Diagnostic.Location(file: "a")

private func settings(_ layers: [[(String, String)]]) -> BuildSettings {
    var settings = BuildSettings()
    for layer in layers {
        settings.lay(
            layer.map { SettingAssignment($0.0, value: $0.1, location: location) },
            in: SettingEnvironment(sdk: "iphoneos", configuration: "Debug"))
    }
    return settings
}

@Test(arguments: [
    ("$(A)", "one"), ("${A}", "one"), ("$(A)-$(A)", "one-one"), ("$($(NAME))", "one"),
    ("$(SPACED:rfc1034identifier)", "My-App-2"), ("$(SPACED:c99extidentifier)", "My_App_2"),
    ("$(A:upper)", "ONE"), ("$(A:upper:lower)", "one"), ("$(UNKNOWN)", "$(UNKNOWN)"),
    ("$(UNKNOWN:default=x)", "x"), ("$(EMPTY:default=$(A))", "one"), ("$(EMPTY)", ""),
    ("$(UNKNOWN:upper)", "$(UNKNOWN:upper)"), ("$(A", "$(A"), ("$A", "$A"), ("cost: $", "cost: $"),
    ("$(PATH_:file)", "c.plist"), ("$(PATH_:base)", "c"), ("$(PATH_:dir)", "a/b"),
    ("$(AppIdentifierPrefix)x", "$(AppIdentifierPrefix)x"),
])
func `references are resolved, and unknown ones are left unchanged`(text: String, expected: String)
{
    let settings = settings([
        [
            ("A", "one"), ("NAME", "A"), ("SPACED", "My App 2"), ("EMPTY", ""),
            ("PATH_", "a/b/c.plist"),
        ]
    ])
    #expect(settings.resolve(text) == expected)
}

@Test func `inherited and a setting's own name both refer to the layer below`() {
    let settings = settings([
        [("F", "a")], [("F", "$(inherited) b")], [("F", "$(F) c"), ("G", "$(inherited)g")],
    ])
    #expect(settings.value(of: "F") == "a b c")
    #expect(settings.value(of: "G") == "g")
}

@Test(arguments: [
    ("K[sdk=iphoneos*]", true), ("K[sdk=iphonesimulator*]", false), ("K[sdk=*]", true),
    ("K[config=Debug]", true), ("K[config=Release]", false), ("K[arch=arm64]", true),
    ("K[sdk=iphoneos*][arch=x86_64]", false), ("K[sdk=iphoneos*,arch=arm64]", true),
    ("K[sdk=iphoneos17.2]", false), ("K[unknown=x]", false),
])
func `a condition decides whether a line applies`(key: String, counts: Bool) {
    #expect(
        settings([[(key, "narrow"), ("K", "wide")]]).value(of: "K") == (counts ? "narrow" : "wide"))
}

@Test func `resolving settings that refer to each other terminates`() {
    let loop = settings([[("A", "$(B)"), ("B", "$(A)")]])
    #expect(loop.value(of: "A") != nil)
    let doubling = settings([
        (0..<40).map { ("D\($0)", "$(D\($0 + 1))$(D\($0 + 1))") } + [("D40", "x")]
    ])
    #expect((doubling.value(of: "D0")?.utf8.count ?? 0) < 100_000)
}

@Test func `a configuration file includes others; its comments and include cycles are handled`()
    throws
{
    let files = MemoryTree([
        "c/A.xcconfig": """
        #include "B.xcconfig"
        #include "A.xcconfig"
        #include? "None.xcconfig"
        #include "Gone.xcconfig"
        // K = no
        URL = https://example.com
        K[sdk=iphoneos*] = a = b ;
        = nothing
        nonsense
        """,
        "c/B.xcconfig": "FROM_B=1\r\n",
    ])
    let file = try #require(XcconfigFile(reading: "c/A.xcconfig", in: files))
    let lines = file.assignments.map { "\($0.key)=\($0.value)" }
    #expect(lines == ["FROM_B=1", "URL=https:", "K=a = b"])
    #expect(file.assignments.last?.location.position?.line == 7)
    #expect(file.problems.map(\.rule) == ["unreadable-project", "missing-file"])
    #expect(XcconfigFile(reading: "c/None.xcconfig", in: files) == nil)
}
