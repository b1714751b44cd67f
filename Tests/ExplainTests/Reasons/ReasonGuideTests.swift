// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Explain
import Testing

@Test func `every reason of the table has exactly one guide, and no other reason has one`() {
    #expect(Set(ReasonGuide.table.map(\.reason)) == Set(RejectionReason.table.map(\.reason)))
    #expect(ReasonGuide.table.count == RejectionReason.table.count)
    #expect(RejectionReason(rawValue: "SomethingNew").guide == nil)
}

@Test(arguments: ReasonGuide.table)
func `a guide contains the status, causes, contrasts, and advice about retry and token`(
    guide: ReasonGuide
) throws {
    let row = try #require(guide.reason.row)
    #expect((1...8).contains(guide.causes.count))
    let text = guide.text()
    #expect(text.hasPrefix("\(row.status) \(guide.reason.rawValue): \(row.meaning)\n"))
    #expect(text.contains("retry     ") && text.contains("token     "))
    for contrast in guide.contrasts {
        #expect(contrast.reason.guide != nil && contrast.reason != guide.reason)
        #expect(text.contains("\(contrast.reason.rawValue): \(contrast.difference)"))
    }
    #expect(guide.json["causes"]?.arrayValue?.count == guide.causes.count)
    #expect(guide.json["reason"]?.stringValue == guide.reason.rawValue)
    #expect(guide.json["status"]?.intValue == row.status)
}

@Test(arguments: ReasonGuide.table.flatMap(\.causes) + SymptomGuide.table.flatMap(\.causes))
func `a cause is a phrase in one line, with a check and a remedy`(cause: LikelyCause) {
    for phrase in [cause.what, cause.check, cause.remedy] {
        #expect(!phrase.isEmpty && !phrase.contains("\n") && !phrase.contains("  "))
        #expect(!phrase.hasSuffix("."), "\(phrase)")
    }
    #expect(!cause.claim.source.isEmpty)
}

@Test func `REG-9: the first causes of BadDeviceToken are another environment and a damaged token`()
    throws
{
    let guide = try #require(RejectionReason.badDeviceToken.guide)
    #expect(guide.causes[0].what.contains("other environment"))
    #expect(guide.causes[0].what.contains("TestFlight and App Store builds get production tokens"))
    #expect(guide.causes[0].check.contains("--to production"))
    #expect(guide.causes[1].what.contains("decoded as text"))
    #expect(guide.contrasts.map(\.reason).contains(.deviceTokenNotForTopic))
    #expect(guide.text().contains("keep the token, but do not send to it until the cause is known"))
}

@Test func `the brief form has three causes, a check for the first, a remedy and a reference`() {
    let brief = RejectionReason.badDeviceToken.guide?.brief ?? []
    #expect(brief.map(\.label) == ["likely", "likely", "likely", "check", "try", "more"])
    #expect(brief.last?.text == "bellhop explain --reason BadDeviceToken")
    let one = RejectionReason.badCollapseID.guide?.brief ?? []
    #expect(one.map(\.label) == ["likely", "check", "try", "more"])
}

@Test(arguments: RejectionReason.table)
func `the advice about the token and a retry follows the table of reasons`(
    row: RejectionReason.Row
) throws {
    let json = try #require(row.reason.guide).json
    #expect(json["token_consequence"]?.stringValue == row.tokenConsequence.rawValue)
    let again = try #require(json["again"]?.stringValue)
    let isNo = again.hasPrefix("no;") || again.hasPrefix("yes, once it is corrected")
    #expect(isNo == (row.retry == .never || row.retry == .fix))
    #expect(json["token"]?.stringValue?.hasPrefix("remove") == (row.tokenConsequence == .dead))
}

@Test
func `nothing arrives: the causes are entitlement, host, token, settings, payload, throttling`()
    throws
{
    let guide = try #require(SymptomGuide.table.first { $0.id == "nothing-arrives" })
    let order = ["entitlement", "host", "token", "settings", "payload", "throttling"]
    let positions = order.map { word in
        guide.causes.firstIndex { ($0.what.split(separator: ":").first ?? "").contains(word) }
    }
    #expect(positions.allSatisfy { $0 != nil })
    #expect(positions.compactMap { $0 } == positions.compactMap { $0 }.sorted())
    #expect(guide.known.hasPrefix("200 means that APNs accepted the request, not that a device"))
}

@Test func `REG-12: a token is missing because of the entitlement, port 5223 or the network`()
    throws
{
    let guide = try #require(SymptomGuide.table.first { $0.id == "no-token" })
    #expect(guide.causes[0].what.contains("aps-environment"))
    #expect(guide.causes.contains { $0.what.contains("5223") && $0.check.contains("mobile data") })
    #expect(guide.causes.contains { $0.what.contains("gets the token when it is online again") })
}

@Test(arguments: SymptomGuide.table)
func `a symptom has a unique identifier, and its text and JSON agree`(guide: SymptomGuide) {
    #expect(guide.id.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(SymptomGuide.table.count { $0.id == guide.id } == 1)
    let text = guide.text()
    for cause in guide.causes {
        #expect(text.contains(cause.what) && text.contains(cause.check))
        #expect(text.contains(cause.remedy))
    }
    #expect(guide.json["causes"]?.arrayValue?.count == guide.causes.count)
}
