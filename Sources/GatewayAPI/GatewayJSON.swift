// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The JSON coder of the gateway's resources, which all HTTP APIs of Bellhop share.
public typealias GatewayJSON = APIJSON
