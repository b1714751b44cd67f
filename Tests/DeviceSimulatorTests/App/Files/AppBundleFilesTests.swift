// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import DeviceSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test func `LOC-1, SND-1: texts and sounds are read from an app's directory`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#""HI" = "Hello"; "BOTH" = "strings";"#, to: "en.lproj/Localizable.strings")
    try directory.write(#""HI" = "Olá";"#, to: "pt_BR.lproj/Localizable.strings")
    try directory.write(#""BASE" = "base";"#, to: "Base.lproj/Localizable.strings")
    try directory.write(#""OTHER" = "x";"#, to: "en.lproj/InfoPlist.strings")
    try directory.write(
        #"{"sourceLanguage":"en","strings":{"BOTH":{},"NEW":{"localizations":{"de":"#
            + #"{"stringUnit":{"value":"neu"}}}}}}"#, to: "Text/Localizable.xcstrings")
    try directory.write(Data(SoundSample.wave(seconds: 1)), to: "Sounds/chime.wav")
    try directory.write(
        Data(SoundSample.aiff(code: nil, frames: 240_000)), to: "Sounds/long.aiff")
    try directory.write("no sound", to: "Sounds/broken.caf")
    try directory.write(Data(SoundSample.wave(seconds: 9)), to: "Frameworks/chime.wav")
    try directory.write(Data(SoundSample.wave(seconds: 9)), to: ".build/hidden.wav")

    let bundle = try AppBundle(contentsOf: directory.url)
    #expect(
        bundle.strings == [
            "en": ["HI": "Hello", "BOTH": "strings", "NEW": "NEW", "BASE": "base"],
            "pt-BR": ["HI": "Olá"], "de": ["NEW": "neu"],
        ])
    #expect(bundle.developmentLanguage == "en")
    #expect(
        bundle.sounds == [
            AppBundle.Sound(name: "broken.caf", seconds: 0, isPlayable: false),
            AppBundle.Sound(name: "chime.wav", seconds: 1),
            AppBundle.Sound(name: "long.aiff", seconds: 30),
        ])
    // A sound of thirty seconds is too long, and a file that cannot be read is not played.
    #expect(bundle.findSound("chime.wav").name == "chime.wav")
    #expect(bundle.findSound("long.aiff") == ("default", "SND-1"))
    #expect(bundle.findSound("broken.caf") == ("default", "SND-1"))
}

@Test func `SND-3: in a built app, sounds are found only in the top folder`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data(SoundSample.wave(seconds: 1)), to: "Chat.app/chime.wav")
    try directory.write(Data(SoundSample.wave(seconds: 1)), to: "Chat.app/Sounds/deep.wav")
    try directory.write(#""HI" = "Hallo";"#, to: "Chat.app/de.lproj/Localizable.strings")
    let bundle = try AppBundle(
        contentsOf: directory.url.appending(path: "Chat.app"), developmentLanguage: "de")
    #expect(bundle.sounds.map(\.name) == ["chime.wav"])
    #expect(bundle.strings == ["de": ["HI": "Hallo"]] && bundle.developmentLanguage == "de")
    #expect(bundle.findSound("deep.wav").rule == "SND-3")
}

@Test func `LOC-1: a strings file with an error is not ignored`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("\"a\" = ", to: "en.lproj/Localizable.strings")
    let error = #expect(throws: AppFileError.self) { try AppBundle(contentsOf: directory.url) }
    #expect(try #require(error).description.contains("en.lproj/Localizable.strings, line 1"))
    let missing = #expect(throws: AppFileError.self) {
        try AppBundle(contentsOf: directory.url.appending(path: "nowhere"))
    }
    #expect(try #require(missing).description.contains("the directory cannot be read"))
}
