// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Testing

struct ProblemTests {
    @Test(arguments: ProblemKind.allCases)
    func `each kind of problem has an error status, a title and its own code`(
        _ kind: ProblemKind
    ) throws {
        #expect((400..<600).contains(kind.row.status))
        #expect(!kind.row.title.isEmpty)
        #expect(kind.rawValue.wholeMatch(of: /[a-z0-9_]+/) != nil)
        let problem = Problem(kind, "detail")
        #expect(problem.kind == kind)
        #expect(problem.status == kind.row.status)
        #expect(problem.type == "/problems/\(kind.rawValue)")
    }

    @Test func `a problem is written as in RFC 9457 and read again`() throws {
        var problem = Problem(
            .unknownKey, "no", at: SourcePosition(line: 2, column: 5), keyPath: "data.x")
        problem.instance = "/x"
        let data = try GatewayJSON.encode(problem)
        let text = String(decoding: data, as: UTF8.self)
        #expect(
            text
                == #"{"code":"unknown_key","column":5,"detail":"no","instance":"/x","#
                + #""key_path":"data.x","line":2,"#
                + #""status":422,"title":"A key of the body is unknown","#
                + #""type":"/problems/unknown_key"}"#)
        #expect(try GatewayJSON.decode(Problem.self, from: data) == problem)
    }

    @Test func `a problem of a newer gateway can be read`() throws {
        let text =
            #"{"type":"about:blank","title":"t","status":499,"detail":"d","code":"brand_new"}"#
        let problem = try GatewayJSON.decode(Problem.self, from: Data(text.utf8))
        #expect(problem.kind == nil)
        #expect(problem.description == "d")
    }
}
