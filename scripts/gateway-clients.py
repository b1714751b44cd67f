#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Writes the operations of the gateway's clients in Clients/ from the gateway's OpenAPI document.

    scripts/gateway-clients.py [--check] [--bellhop PROGRAM | --document FILE]

The document is read from docs/api/gateway-openapi.json. With --bellhop, it is read from a gateway that
the script starts, and this file is also written. With --check, nothing is written, and a difference is an
error.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/api/gateway-openapi.json"
# Names that are better than those of the rules below.
NAMES = {
    ("post", "/v1/users/{user}/messages"): "send_to_user",
    ("post", "/v1/installations/{installation_id}/messages"): "send_to_installation",
    ("post", "/v1/tokens/{hex}/messages"): "send_to_token",
    ("post", "/v1/lint"): "lint",
    ("post", "/v1/explain"): "explain",
    ("post", "/v1/test-pushes"): "send_test_push",
    ("post", "/v1/campaigns"): "start_campaign",
    ("post", "/v1/installations"): "import_installations",
    ("get", "/health/ready"): "readiness",
    ("get", "/health/live"): "liveness",
    ("get", "/metrics"): "metrics",
    ("delete", "/v1/keys/{id}"): "revoke_key",
    ("post", "/v1/apps/{bundle_id}/client-key"): "rotate_client_key",
    ("post", "/v1/apps/{bundle_id}/identity-secret"): "rotate_identity_secret",
    ("post", "/v1/apps/{bundle_id}/audience/count"): "count_audience",
    ("post", "/v1/campaigns/preview"): "preview_campaign",
    ("post", "/v1/campaigns/{id}/start"): "start_draft",
    ("post", "/v1/webhooks/{id}/secret"): "rotate_webhook_secret",
    ("get", "/v1/users/{user}/export"): "export_user",
    ("get", "/v1/apps/{bundle_id}/installations"): "export_installations",
    ("delete", "/v1/users/{user}"): "erase_user",
}
# Paths that a sender's server does not call: documents, and the calls of apps, which use BellhopKit.
LEFT_OUT = re.compile(r"^(/openapi\.json|/health|/problems/\{code\}|/v1/device/.*)$")
SECONDS_MAX = 600
# The keywords of the languages, which must not be names of parameters.
RESERVED = {"from", "in", "class", "is", "not", "and", "or", "lambda", "default", "delete", "function", "import"}


class Failed(Exception):
    pass


# MARK: The document

def served(bellhop):
    """Starts a simulator with a gateway, and returns the gateway's document."""
    with tempfile.TemporaryDirectory(prefix="bellhop-clients-") as state:
        ports = ["--port", "0", "--sandbox-port", "0", "--production-port", "0", "--sandbox-channel-port", "0",
                 "--production-channel-port", "0", "--control-port", "0"]
        process = subprocess.Popen([bellhop, "up", "--audience", "0", "--state-dir", state, *ports], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            addresses = pathlib.Path(state) / "gateway.json"
            began = time.monotonic()
            while not addresses.exists() or not addresses.stat().st_size:
                if process.poll() is not None or time.monotonic() - began > SECONDS_MAX:
                    raise Failed("bellhop up did not start")
                time.sleep(0.05)
            url = json.loads(addresses.read_text())["url"]
            with urllib.request.urlopen(url + "/openapi.json", timeout=SECONDS_MAX) as response:
                return json.load(response)
        finally:
            process.terminate()
            process.wait()


# MARK: Operations

def singular(word):
    if word == "aliases":
        return "alias"
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def words(text):
    return text.replace("-", "_").replace(".", "_")


def name_of(method, path, other_names):
    """Returns the name of an operation: a verb and the object on which it acts."""
    if (method, path) in NAMES:
        return NAMES[method, path]
    parts = path.removeprefix("/v1").strip("/").split("/")
    fixed = [words(part) for part in parts if not part.startswith("{")]
    ends_with_parameter = parts[-1].startswith("{")
    last = fixed[-1]
    if method == "get":
        name = f"get_{singular(last)}" if ends_with_parameter else f"list_{last}" if last.endswith("s") else f"get_{last}"
    elif method == "put":
        name = f"put_{singular(last)}" if ends_with_parameter else f"put_{last}"
    elif method == "delete":
        name = f"delete_{singular(last)}" if ends_with_parameter else f"delete_{last}"
    elif method == "post" and len(parts) > 1 and parts[-2].startswith("{") and not last.endswith("s"):
        # An action on one object, such as /v1/campaigns/{id}/pause.
        name = f"{last}_{singular(fixed[-2])}" if len(fixed) > 1 else last
    else:
        name = f"create_{singular(last)}"
    if name in other_names and len(fixed) > 1:
        verb, rest = name.split("_", 1)
        name = f"{verb}_{singular(fixed[-2])}_{rest}"
    return name


def operations(document):
    found = []
    names = set()
    # The order decides which of two operations gets the shorter name.
    for path, methods in sorted(document["paths"].items(), key=lambda item: (item[0].count("/"), item[0])):
        if LEFT_OUT.match(path):
            continue
        for method, operation in sorted(methods.items()):
            name = name_of(method, path, names)
            if name in names:
                raise Failed(f"two operations are named {name}; add {method} {path} to NAMES")
            names.add(name)
            found.append(Operation(name, method, path, operation))
    return found


class Operation:
    def __init__(self, name, method, path, operation):
        self.name, self.method, self.path = name, method.upper(), path
        self.summary = operation["summary"].strip()
        parameters = operation.get("parameters", [])
        self.in_path = [p["name"] for p in parameters if p["in"] == "path"]
        self.query = [(p["name"], p["schema"], p.get("description", ""), p.get("required", False))
                      for p in parameters if p["in"] == "query"]
        self.has_idempotency = any(p["name"].lower() == "idempotency-key" for p in parameters)
        body = operation.get("requestBody")
        self.body = None
        self.needs_body = False
        if body:
            content = body["content"]
            kind = next(iter(content))
            for wanted in ("application/json", "application/x-ndjson"):
                if wanted in content and not (wanted == "application/json" and "application/x-ndjson" in content):
                    kind = wanted
                    break
            self.body = (kind, content[kind].get("schema", {}))
            self.needs_body = body.get("required", False)
        status, response = next((s, r) for s, r in operation["responses"].items() if s < "300")
        content = response.get("content", {})
        kind = next(iter(content), None)
        self.response = (kind, content[kind].get("schema", {})) if kind else None
        self.pages = name.startswith("list_") and any(p[0] == "after" for p in self.query)

    def argument(self, name):
        return name + "_" if name in RESERVED else words(name)


# MARK: Types

def reference(schema):
    return schema.get("$ref", "").rsplit("/", 1)[-1] or None


def python_type(schema):
    if name := reference(schema):
        return f'"{name}"'
    if "enum" in schema:
        return "Literal[" + ", ".join(repr(value) for value in schema["enum"]) + "]"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return "Union[" + ", ".join(dict.fromkeys(python_type(item) for item in schema[key])) + "]"
    kind = schema.get("type")
    if isinstance(kind, list):
        return "Union[" + ", ".join(python_type({**schema, "type": item}) for item in kind) + "]"
    if kind == "array":
        return f"List[{python_type(schema.get('items', {}))}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Dict[str, {python_type(values) if isinstance(values, dict) else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}.get(kind, "Any")


def script_type(schema):
    if name := reference(schema):
        return name
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(script_type(item) for item in schema[key]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(script_type({**schema, "type": item}) for item in kind)
    if kind == "array":
        return f"Array<{script_type(schema.get('items', {}))}>"
    if kind == "object":
        if properties := schema.get("properties"):
            needed = schema.get("required", [])
            return "{ " + "; ".join(
                f"{json.dumps(name)}{'' if name in needed else '?'}: {script_type(value)}"
                for name, value in properties.items()) + " }"
        values = schema.get("additionalProperties")
        return f"Record<string, {script_type(values) if isinstance(values, dict) else 'unknown'}>"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
            "null": "null"}.get(kind, "unknown")


# MARK: Python

HEADER = "Bellhop: push notifications for Apple platforms, whole and testable anywhere."


def python_module(document, found):
    out = [f"# {HEADER}", "# SPDX-License-Identifier: Apache-2.0",
           '"""The operations of the gateway. scripts/gateway-clients.py writes this file."""',
           "from __future__ import annotations", "",
           "from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union, cast", "",
           "from ._http import Connection, encoded, pages", "",
           "# Types of requests and responses. A key that is not in an object has no value.", ""]
    for name, schema in document["components"]["schemas"].items():
        properties = schema.get("properties")
        if not properties:
            out.append(f"{name} = {python_type(schema)}")
            continue
        out.append(f"{name} = TypedDict(")
        out.append(f'    "{name}",')
        out.append("    {")
        for key, value in properties.items():
            out.append(f'        "{key}": {python_type(value)},')
        out.append("    },")
        out.append("    total=False,")
        out.append(")")
    out += ["", "", "class Operations(Connection):",
            '    """One method for each operation of the gateway\'s API."""']
    for operation in found:
        out.append("")
        out += python_method(operation)
        if operation.pages:
            out.append("")
            out += python_pages(operation)
    return "\n".join(out) + "\n"


def python_method(operation):
    arguments = ["self"] + [f"{operation.argument(name)}: str" for name in operation.in_path]
    if operation.body:
        kind, schema = operation.body
        body = python_type(schema).strip('"') if kind == "application/json" else "Union[str, bytes]"
        arguments.append(f"body: {body}" if operation.needs_body else f"body: Optional[{body}] = None")
    keywords = [f"{operation.argument(name)}: {python_type(schema)}" if is_needed
                else f"{operation.argument(name)}: Optional[{python_type(schema)}] = None"
                for name, schema, _, is_needed in operation.query]
    keywords.sort(key=lambda text: text.endswith("= None"))
    if operation.has_idempotency:
        keywords.append("idempotency_key: Optional[str] = None")
    if keywords:
        arguments += ["*", *keywords]
    result = "None"
    if operation.response:
        kind, schema = operation.response
        result = python_type(schema).strip('"') if kind == "application/json" else "str"
    out = [f"    def {operation.name}("]
    out += [f"        {argument}," for argument in arguments]
    out.append(f"    ) -> {result}:")
    out.append(f'        """{operation.summary}"""')
    path = re.sub(r"\{([^}]+)\}", lambda m: "{encoded(" + operation.argument(m[1]) + ")}", operation.path)
    out.append("        response = self._call(")
    out.append(f'            "{operation.method}",')
    out.append(f'            {"f" if operation.in_path else ""}"{path}",')
    if operation.query:
        out.append("            query={")
        out += [f'                "{name}": {operation.argument(name)},' for name, *_ in operation.query]
        out.append("            },")
    if operation.body:
        out.append("            body=body,")
        out.append(f'            content_type="{operation.body[0]}",')
    if operation.has_idempotency:
        out.append("            idempotency_key=idempotency_key,")
        out.append("            is_idempotent=True,")
    out.append("        )")
    out.append("        return None" if result == "None" else f"        return cast({result!r}, response)")
    if result == "None":
        out[out.index("        response = self._call(")] = "        self._call("
    return out


def list_key(operation, document):
    schema = operation.response[1]
    if name := reference(schema):
        schema = document["components"]["schemas"][name]
    for key, value in schema.get("properties", {}).items():
        if value.get("type") == "array":
            return key, value.get("items", {})
    return None, {}


def python_pages(operation):
    key, items = operation.list_key
    if not key:
        return []
    arguments = ["self"] + [f"{operation.argument(name)}: str" for name in operation.in_path]
    query = [(name, schema) for name, schema, *_ in operation.query if name != "after"]
    if query:
        arguments += ["*"] + [f"{operation.argument(n)}: Optional[{python_type(s)}] = None" for n, s in query]
    item = python_type(items).strip('"')
    passed = [operation.argument(name) for name in operation.in_path]
    passed += [f"{operation.argument(n)}={operation.argument(n)}" for n, _ in query]
    noun = operation.name.removeprefix("list_").removeprefix("get_")
    out = [f"    def each_{noun}("]
    out += [f"        {argument}," for argument in arguments]
    out.append(f"    ) -> Iterator[{item}]:")
    out.append(f'        """{operation.summary} Reads page after page."""')
    out.append("        return pages(")
    out.append(f'            "{key}",')
    out.append(f"            lambda after: self.{operation.name}({', '.join([*passed, 'after=after'])}),")
    out.append("        )")
    return out


# MARK: JavaScript

def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def script_module(found):
    out = [f"// {HEADER}", "// SPDX-License-Identifier: Apache-2.0",
           "// The operations of the gateway. scripts/gateway-clients.py writes this file.", "",
           "import { Connection, pages } from './http.js';", "", "export class Operations extends Connection {"]
    for number, operation in enumerate(found):
        if number:
            out.append("")
        names = [camel(operation.argument(name)) for name in operation.in_path]
        arguments = names + (["body"] if operation.body else [])
        has_options = operation.query or operation.has_idempotency
        if has_options:
            arguments.append("options = {}")
        path = re.sub(r"\{([^}]+)\}", lambda m: "${encodeURIComponent(" + camel(operation.argument(m[1])) + ")}",
                      operation.path)
        quote = "`" if operation.in_path else "'"
        out.append(f"  /** {operation.summary} */")
        out.append(f"  {camel(operation.name)}({', '.join(arguments)}) {{")
        out.append(f"    return this.call('{operation.method}', {quote}{path}{quote}, {{")
        if operation.query:
            out.append("      query: {")
            out += [f"        {name}: options.{camel(operation.argument(name))}," for name, *_ in operation.query]
            out.append("      },")
        if operation.body:
            out.append("      body,")
            out.append(f"      contentType: '{operation.body[0]}',")
        if operation.has_idempotency:
            out.append("      idempotencyKey: options.idempotencyKey,")
            out.append("      isIdempotent: true,")
        out.append("    });")
        out.append("  }")
        if operation.pages and operation.list_key[0]:
            noun = operation.name.removeprefix("list_").removeprefix("get_")
            passed = [*names, "{ ...options, after }"]
            out += ["", f"  /** {operation.summary} Reads page after page. */",
                    f"  {camel('each_' + noun)}({', '.join([*names, 'options = {}'])}) {{",
                    f"    return pages('{operation.list_key[0]}', (after) => this.{camel(operation.name)}("
                    f"{', '.join(passed)}));", "  }"]
    out.append("}")
    return "\n".join(out) + "\n"


def script_types(document, found):
    out = [f"// {HEADER}", "// SPDX-License-Identifier: Apache-2.0",
           "// The types of the gateway's operations. scripts/gateway-clients.py writes this file.", "",
           "import { Connection } from './http.js';", ""]
    for name, schema in document["components"]["schemas"].items():
        properties = schema.get("properties")
        if not properties:
            out.append(f"export type {name} = {script_type(schema)};")
            continue
        needed = schema.get("required", [])
        out.append(f"export interface {name} {{")
        out += [f"  {json.dumps(key)}{'' if key in needed else '?'}: {script_type(value)};"
                for key, value in properties.items()]
        out.append("}")
    out += ["", "export declare class Operations extends Connection {"]
    for operation in found:
        names = [f"{camel(operation.argument(name))}: string" for name in operation.in_path]
        arguments = list(names)
        if operation.body:
            kind, schema = operation.body
            body = script_type(schema) if kind == "application/json" else "string | Uint8Array"
            arguments.append(f"body{'' if operation.needs_body else '?'}: {body}")
        options = [(camel(operation.argument(name)), script_type(schema)) for name, schema, *_ in operation.query]
        if operation.has_idempotency:
            options.append(("idempotencyKey", "string"))
        text = "{ " + "; ".join(f"{name}?: {kind}" for name, kind in options) + " }"
        if options:
            arguments.append(f"options?: {text}")
        result = "void"
        if operation.response:
            result = script_type(operation.response[1]) if operation.response[0] == "application/json" else "string"
        out.append(f"  /** {operation.summary} */")
        out.append(f"  {camel(operation.name)}({', '.join(arguments)}): Promise<{result}>;")
        if operation.pages and operation.list_key[0]:
            noun = operation.name.removeprefix("list_").removeprefix("get_")
            arguments = [*names, f"options?: {text}"]
            out.append(f"  /** {operation.summary} Reads page after page. */")
            out.append(f"  {camel('each_' + noun)}({', '.join(arguments)}): "
                       f"AsyncGenerator<{script_type(operation.list_key[1])}>;")
    out.append("}")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--bellhop", type=os.path.abspath, help="the bellhop program that serves the document")
    options = parser.parse_args()
    document = served(options.bellhop) if options.bellhop else json.loads(DOCUMENT.read_text())
    # The order of the keys is that of the file, also for a document from a gateway.
    document = json.loads(json.dumps(document, sort_keys=True))
    found = operations(document)
    for operation in found:
        operation.list_key = list_key(operation, document) if operation.pages and operation.response else (None, {})
    files = {
        DOCUMENT: json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n",
        ROOT / "Clients/python/src/bellhop_gateway/_operations.py": python_module(document, found),
        ROOT / "Clients/javascript/src/operations.js": script_module(found),
        ROOT / "Clients/javascript/src/operations.d.ts": script_types(document, found),
    }
    differing = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if options.check:
        if differing:
            names = ", ".join(str(path.relative_to(ROOT)) for path in differing)
            raise Failed(f"{names} differ from the gateway's operations; run: make gateway-clients")
        return
    for path in differing:
        path.write_text(files[path])
        print(f"wrote {path.relative_to(ROOT)}")


try:
    main()
except Failed as failed:
    sys.exit(f"gateway-clients: {failed}")
