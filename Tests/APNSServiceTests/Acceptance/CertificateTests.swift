// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Connections with a client certificate.
struct CertificateTests {
    @Test func `with a valid certificate, a client needs no provider token and has many streams`()
        throws
    {
        var bench = try Bench()
        #expect(try bench.connect(.make()) == [.settings(maxConcurrentStreams: 1000)])
        let response = bench.send(bench.certificateRequest())
        #expect(response.status == 200)
        #expect(response.deliveries.count == 1)
        #expect(response.actions.count == 1)
        #expect(bench.connect(nil) == [.settings(maxConcurrentStreams: 1)])
    }

    @Test func `with a certificate, valid or not, the authorization header is ignored`() throws {
        var bench = try Bench()
        _ = try bench.connect(.make())
        for value in [bench.authorization, "bearer a.b.c", "basic"] {
            let request = bench.request { $0.set("authorization", value) }
            #expect(bench.send(request).status == 200)
            #expect(
                bench.lastEntry?.oddities.contains {
                    $0.hasPrefix("the authorization header is ignored")
                }
                    == true)
        }
        let bad = try SenderCertificate.make(isTrusted: false)
        _ = bench.connect(bad)
        #expect(bench.send(bench.validRequest).reason == "BadCertificate")
    }

    @Test(
        arguments: [
            ([Bench.bundleID], nil, nil), (["com.example.other"], nil, "DeviceTokenNotForTopic"),
            ([Bench.bundleID, "com.example.app.voip"], nil, "MissingTopic"),
            ([Bench.bundleID, "com.example.app.voip"], Bench.bundleID, nil),
            ([Bench.bundleID], "com.example.other", "TopicDisallowed"),
            ([], Bench.bundleID, nil), ([], nil, nil),
        ] as [([String], String?, String?)])
    func `a topic must be in the certificate, and may be absent when there is only one`(
        listed: [String], sent: String?, reason: String?
    ) throws {
        var bench = try Bench()
        _ = try bench.connect(.make(topics: listed))
        let response = bench.send(bench.certificateRequest { $0.set("apns-topic", sent) })
        #expect(response.reason == reason)
        #expect(response.status == reason.map { RejectionReason(rawValue: $0).status } ?? 200)
    }

    @Test(arguments: PushType.allCases)
    func `with a certificate, only push types that require a provider token are rejected`(
        _ type: PushType
    ) throws {
        var bench = try Bench()
        let topic = Bench.bundleID + type.traits.topicSuffix
        let token = try bench.registerToken(type.traits.tokenFamily)
        _ = try bench.connect(.make(topics: [topic]))
        let response = bench.send(
            bench.certificateRequest {
                $0.path = APNSHeader.devicePathPrefix + token.hex
                $0.set("apns-push-type", type.rawValue)
                $0.set("apns-topic", topic)
                $0.set("apns-priority", "\(type.traits.usualPriority.rawValue)")
            })
        let isTaken = type.traits.authentication.contains(.certificate)
        #expect(response.reason == (isTaken ? nil : "TopicDisallowed"))
        #expect(
            isTaken
                == [.alert, .background, .voip, .complication, .fileprovider, .mdm]
                .contains(type))
    }

    @Test
    func `a certificate of the other environment ends the connection or rejects each request`()
        throws
    {
        var bench = try Bench()
        let certificate = try SenderCertificate.make(environments: [.production])
        #expect(
            bench.connect(certificate) == [
                .settings(maxConcurrentStreams: 1000), .turnAway(.badCertificateEnvironment),
            ])
        bench.service.options.endsConnectionOfOtherEnvironment = false
        #expect(bench.connect(certificate).count == 1)
        let response = bench.send(bench.certificateRequest())
        #expect(response.reason == "BadCertificateEnvironment")
        #expect(response.status == 403)
        for fine: Set<APNSEnvironment> in [[], [.sandbox], [.sandbox, .production]] {
            #expect(try bench.connect(.make(environments: fine)).count == 1)
            #expect(bench.send(bench.certificateRequest()).status == 200)
        }
    }

    @Test
    func `an untrusted, unreadable, expired or not yet valid certificate gets BadCertificate`()
        throws
    {
        var bench = try Bench()
        let good = try SenderCertificate.make()
        let bad: [(SenderCertificate, TimeInterval)] = [
            (try .make(isTrusted: false), 0), (.unreadable, 0), (good, -2 * 86400),
            (good, 366 * 86400), (try .make(topics: [], userID: nil), 0),
        ]
        for (certificate, offset) in bad {
            bench.now = Bench.start + offset
            _ = bench.connect(certificate)
            let response = bench.send(bench.certificateRequest())
            #expect(response.reason == "BadCertificate")
            #expect(response.status == 403)
            #expect(bench.lastEntry?.explanation.contains("certificate is invalid") == true)
        }
        bench.now = Bench.start
        _ = bench.connect(good)
        #expect(bench.send(bench.certificateRequest()).status == 200)
    }

    @Test func `a certificate that expires during a connection is rejected from then on`() throws {
        var bench = try Bench()
        _ = try bench.connect(.make())
        #expect(bench.send(bench.certificateRequest()).status == 200)
        bench.now += 366 * 86400
        #expect(bench.send(bench.certificateRequest()).reason == "BadCertificate")
    }

    @Test(arguments: [(Bench.bundleID, "MissingChannelId"), ("com.example.other", "TopicMismatch")])
    func `a broadcast requires a certificate for the app in the path`(
        listed: String, reason: String
    ) throws {
        var bench = try Bench()
        _ = try bench.connect(.make(topics: [listed]))
        let response = bench.send(
            bench.certificateRequest { $0.path = "/4/broadcasts/apps/" + Bench.bundleID })
        #expect(response.reason == reason)
    }

    @Test func `path and method are checked before the certificate`() throws {
        var bench = try Bench()
        _ = bench.connect(.unreadable)
        #expect(bench.send(bench.certificateRequest { $0.path = "/1" }).reason == "BadPath")
        #expect(
            bench.send(bench.certificateRequest { $0.method = "GET" }).reason == "MethodNotAllowed")
    }
}
