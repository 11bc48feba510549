//go:build tools

// Package livekit pins the LiveKit server, so that go.mod and go.sum name every module of its build.
package livekit

import _ "github.com/livekit/livekit-server/cmd/server"
