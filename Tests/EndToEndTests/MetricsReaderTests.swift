// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

extension RunningUp.Gateways {
    /// The metrics as Prometheus' own library reads them.
    struct MetricsReader {
        private static let script = """
            import json, sys, urllib.request
            from prometheus_client.parser import text_string_to_metric_families

            response = urllib.request.urlopen(sys.argv[1] + "/metrics")
            kinds, samples = {}, {}
            for family in text_string_to_metric_families(response.read().decode()):
                assert family.documentation, family.name
                kinds[family.name] = family.type
                for sample in family.samples:
                    key = json.dumps([sample.name, sample.labels], sort_keys=True)
                    assert key not in samples, "twice: " + key
                    samples[key] = sample.value
            print(json.dumps({"type": response.headers["Content-Type"], "kinds": kinds}))
            """

        @Test func `the library of Prometheus reads the metrics`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let python = BellhopTool.root + "/.venv/bin/python"
            try #require(
                FileManager.default.isExecutableFile(atPath: python),
                "prometheus-client is not installed; run scripts/setup.sh test")
            let read = try await Program.run(
                .path(FilePath(python)), ["-c", Self.script, try up.gatewayURL()])
            #expect(read.status == 0, "\(read.errors); run scripts/setup.sh test")
            let metrics = try JSONValue(parsing: read.output)
            #expect(
                metrics["type"]?.stringValue == "text/plain; version=0.0.4; charset=utf-8")
            for (name, kind) in [
                ("bellhop_ready", "gauge"), ("bellhop_in_flight", "gauge"),
                ("bellhop_http_requests", "counter"),
                ("bellhop_database_transaction_seconds", "histogram"),
                ("process_resident_memory_bytes", "gauge"),
            ] {
                #expect(metrics["kinds"]?.objectValue?[name]?.stringValue == kind, "\(name)")
            }
        }
    }
}
