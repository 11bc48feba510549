//go:build tools

// Package centrifugo pins the Centrifugo server, so that go.mod and go.sum name every module of its build.
package centrifugo

import _ "github.com/centrifugal/centrifugo/v5"
