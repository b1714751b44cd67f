// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The coder of the gateway's resources, which is the same for all HTTP APIs of Bellhop.
public typealias GatewayJSON = APIJSON
