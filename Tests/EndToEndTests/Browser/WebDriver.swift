// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A browser without a window, driven with the W3C WebDriver protocol: JSON over HTTP to
/// chromedriver.
struct WebDriver: Sendable {
    /// How long a condition of the page may take to become true; it takes a second at most on an
    /// idle machine.
    static let waitMax = Duration.seconds(240)
    /// The maximum length of a response in bytes; a screenshot is the longest.
    static let responseByteCountMax = 32 << 20
    /// Where a browser may be that chromedriver does not find by itself. The headless shell is
    /// Chromium without the parts for windows: a session needs half the processor time. Debian's
    /// script for this shell in `/usr/bin` is not used, because the script waits for the browser:
    /// chromedriver would end the script, and the browser would continue to run.
    static let browsers = [
        "/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
    ]

    private let session: String
    /// The port of the browser's developer tools, which listen as long as the browser runs.
    let toolsPort: Int

    /// Why something could not be done in the browser.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The error that chromedriver ended before it listened, with its output.
    struct NotStarted: Error, CustomStringConvertible {
        let output: String
        var description: String { "chromedriver did not start: \(output)" }
    }

    /// The maximum number of attempts to start chromedriver. It takes a free port for IPv4, and
    /// gives up if the same port is in use for IPv6, which happens when many tests take free ports.
    static let startCountMax = 4

    /// Starts chromedriver and a browser, which end with the closure.
    static func with<Value: Sendable>(
        _ body: (WebDriver) async throws -> Value
    ) async throws -> Value {
        // Chromium leaves folders behind in the folder for temporary files.
        try await TemporaryFolder.with { folder in
            for _ in 1..<startCountMax {
                do { return try await run(in: folder, body) } catch is NotStarted { continue }
            }
            return try await run(in: folder, body)
        }
    }

    private static func run<Value: Sendable>(
        in folder: TemporaryFolder, _ body: (WebDriver) async throws -> Value
    ) async throws -> Value {
        let chromedriver = try locate("chromedriver", in: searchPath)
        return try await Subprocess.run(
            .path(FilePath(chromedriver)), arguments: ["--port=0"],
            environment: .inherit.updating(["TMPDIR": folder.path]), input: .none,
            output: .sequence, error: .discarded
        ) { execution in
            let transcript = Transcript()
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await line in execution.standardOutput.strings() {
                        await transcript.append(line)
                    }
                    await transcript.close()
                }
                do {
                    let driver = try await open(transcript)
                    let value = try await closing(driver) { try await body(driver) }
                    await execution.teardown(using: [
                        .gracefulShutDown(allowedDurationToNextStep: .seconds(60))
                    ])
                    return value
                } catch {
                    try? execution.send(signal: .kill)
                    throw error
                }
            }
        }.closureResult
    }

    private static func closing<Value>(
        _ driver: WebDriver, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await body()
            _ = try await driver.call("DELETE", "")
            return value
        } catch {
            _ = try? await driver.call("DELETE", "")
            throw error
        }
    }

    private static var searchPath: [String] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            + ["/usr/bin", "/usr/local/bin", "/usr/lib/chromium", "/opt/homebrew/bin"]
    }

    /// The path of a program; throws an error that says what to do if it is not installed.
    static func locate(_ program: String, in directories: [String]) throws -> String {
        let path = directories.map { "\($0)/\(program)" }.first(
            where: FileManager.default.isExecutableFile)
        guard let path else {
            throw Failure(description: "\(program) was not found; run scripts/setup.sh test")
        }
        return path
    }

    private static func open(_ transcript: Transcript) async throws -> WebDriver {
        let phrase = "started successfully on port "
        guard await transcript.wait(for: phrase),
            let port = await transcript.text.components(separatedBy: phrase).last?.prefix(
                while: \.isNumber)
        else { throw NotStarted(output: await transcript.text) }
        var options: JSONObject = [
            "args": [
                "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--window-size=1280,900",
            ]
        ]
        if let browser = browsers.first(where: FileManager.default.isExecutableFile) {
            options["binary"] = .string(browser)
        }
        let wanted: JSONValue = [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome", "goog:chromeOptions": .object(options),
                    "goog:loggingPrefs": ["browser": "ALL"],
                    "timeouts": [
                        "script": .number(JSONNumber(Int(waitMax.components.seconds) * 1000))
                    ],
                ]
            ]
        ]
        let base = "http://127.0.0.1:\(port)/session"
        let response = try await call("POST", base, wanted)
        let tools = response["capabilities", "goog:chromeOptions", "debuggerAddress"]?.stringValue
        return WebDriver(
            session: "\(base)/\(try response.text("sessionId"))",
            toolsPort: try #require(tools?.split(separator: ":").last.flatMap { Int($0) }))
    }

    // MARK: The protocol

    private static func call(
        _ method: String, _ url: String, _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: JSONWriter.text(body)))
        }
        let response = try await HTTPClient.patient.execute(request, timeout: HTTPCaller.timeLimit)
        let bytes = try await response.body.collect(upTo: responseByteCountMax)
        let value = try JSONReader.read(
            Array(bytes.readableBytesView), limits: .init(byteCountMax: responseByteCountMax)
        ).value["value"]
        guard response.status == .ok else {
            let message = value?["message"]?.stringValue ?? ""
            throw Failure(description: String(message.prefix(500)))
        }
        return value ?? .null
    }

    private func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        try await Self.call(method, session + path, body)
    }

    // MARK: What a person does

    func go(to url: String) async throws {
        _ = try await call("POST", "/url", ["url": .string(url)])
    }

    /// Clicks the first element that a CSS selector finds; fails if another element covers it.
    func click(_ selector: String) async throws {
        try await acting(on: selector) { _ = try await call("POST", "\($0)/click", .object([:])) }
    }

    /// The maximum number of attempts to act on an element. An attempt is repeated if the page was
    /// redrawn meanwhile, or if the element is not in view yet. Each attempt is a round trip to the
    /// browser.
    private static let lookCountMax = 200

    /// Does something with the first element that a selector finds on the page as it is at this
    /// moment. Waits until there is such an element, which may depend on a server's response.
    private func acting(
        on selector: String, _ body: (String) async throws -> Void
    ) async throws {
        for _ in 1..<Self.lookCountMax {
            do { return try await body(try await element(selector)) } catch let failure as Failure
                where failure.description.contains("no such element")
            {
                try await wait("document.querySelector(\(JSONWriter.text(.string(selector))))")
            } catch let failure as Failure
                where failure.description.contains("stale element")
                || failure.description.contains("not interactable")
            { continue }
        }
        try await body(try await element(selector))
    }

    /// Types into the first element that a CSS selector finds; a file input takes the text as a
    /// path.
    func type(_ text: String, into selector: String) async throws {
        try await acting(on: selector) {
            _ = try await call("POST", "\($0)/value", ["text": .string(text)])
        }
    }

    /// Presses one key, wherever the focus is.
    func press(_ key: String) async throws {
        let actions: JSONValue = [
            ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
        ]
        _ = try await call(
            "POST", "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Types a text with the keyboard, wherever the focus is.
    func keys(_ text: String) async throws {
        let actions = text.flatMap { character -> [JSONValue] in
            let key = JSONValue.string(String(character))
            return [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        }
        _ = try await call(
            "POST", "/actions",
            [
                "actions": [
                    ["type": "key", "id": "keyboard", "actions": .array(actions)]
                ]
            ])
    }

    private func element(_ selector: String) async throws -> String {
        let found = try await call(
            "POST", "/element", ["using": "css selector", "value": .string(selector)])
        let id = found.objectValue?.members.first?.value.stringValue
        return "/element/\(try #require(id))"
    }

    // MARK: What a person sees

    /// The value of a JavaScript expression.
    func value(_ expression: String) async throws -> JSONValue {
        try await call(
            "POST", "/execute/sync", ["script": .string("return (\(expression))"), "args": []])
    }

    /// Runs a script in the page.
    func run(_ script: String) async throws {
        _ = try await call("POST", "/execute/sync", ["script": .string(script), "args": []])
    }

    /// The value of a JavaScript promise.
    func result(_ promise: String) async throws -> JSONValue {
        let script = """
            const done = arguments[arguments.length - 1];
            (\(promise)).then(done, (error) => done("failed: " + error));
            """
        return try await call(
            "POST", "/execute/async", ["script": .string(script), "args": []])
    }

    /// Waits until a JavaScript expression is true; checks it after each change of the page.
    func wait(_ expression: String, _ location: SourceLocation = #_sourceLocation) async throws {
        let isTrue = """
            const isTrue = () => { try { return Boolean(\(expression)); } catch { return false; } };
            """
        let script = """
            const done = arguments[arguments.length - 1];
            \(isTrue)
            if (isTrue()) return done(true);
            const look = () => { if (isTrue()) { observer.disconnect(); done(true); } };
            const observer = new MutationObserver(look);
            const all = { subtree: true, childList: true, attributes: true, characterData: true };
            observer.observe(document, all);
            """
        do {
            _ = try await call("POST", "/execute/async", ["script": .string(script), "args": []])
        } catch let failure as Failure {
            // The script fails when the browser leaves the page; then the next page is checked.
            if try await value("(() => { \(isTrue) return isTrue(); })()") == true { return }
            let text = try? await value("document.body.innerText").stringValue
            Issue.record(
                "not true in time: \(expression); \(failure); the page: \(text ?? "")",
                sourceLocation: location)
            throw failure
        }
    }

    /// The browser's log: blocked requests, errors in scripts.
    func complaints() async throws -> [String] {
        try await call("POST", "/se/log", ["type": "browser"]).arrayValue?
            .compactMap { $0["message"]?.stringValue } ?? []
    }

    // MARK: The window

    /// Sets the size of the page in CSS pixels; a narrow page is shown as on a phone.
    func resize(width: Int, height: Int) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
                "deviceScaleFactor": 1, "mobile": .bool(width < 500),
            ])
    }

    /// Sets the color scheme, `light` or `dark`, and reduces motion, so that screenshots show the
    /// end of every animation.
    func emulate(colorScheme: String) async throws {
        try await devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(colorScheme)],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
    }

    /// Runs a script in each page that is opened from now on, before the page's own.
    func beforeEachPage(_ script: String) async throws {
        try await devTools(
            "Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    }

    private func devTools(_ command: String, _ parameters: JSONValue) async throws {
        _ = try await call(
            "POST", "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Saves what the window shows as `.build/screenshots/NAME.png`, if `BELLHOP_SCREENSHOTS` is
    /// set.
    func screenshot(_ name: String) async throws {
        guard ProcessInfo.processInfo.environment["BELLHOP_SCREENSHOTS"] != nil else { return }
        let text = try await call("GET", "/screenshot").stringValue
        let image = try #require(Data(base64Encoded: text ?? ""))
        let folder = URL(filePath: BellhopTool.root).appending(path: ".build/screenshots")
        let file = folder.appending(path: "\(name).png")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try image.write(to: file)
    }
}
