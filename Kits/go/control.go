// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// controlError is a refusal of the control API, for instance because of an unknown field.
type controlError struct {
	call   string
	status int
	body   string
}

func (e *controlError) Error() string {
	var problem struct{ Code, Title, Detail string }
	text := e.body
	if json.Unmarshal([]byte(e.body), &problem) == nil && problem.Detail != "" {
		text = problem.Code + ": " + problem.Detail
	}
	return fmt.Sprintf("%s: %d %s", e.call, e.status, text)
}

// call sends a request to the control API and decodes the response, if there is a result to fill.
func (s *Server) call(method, path string, body any, result any) error {
	text, err := s.send(method, path, body)
	if err != nil || result == nil {
		return err
	}
	if err := json.Unmarshal(text, result); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

func (s *Server) send(method, path string, body any) ([]byte, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.ControlURL+path, content)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		call, _, _ := strings.Cut(path, "?")
		err = &controlError{method + " " + call, response.StatusCode, string(text)}
	}
	return text, err
}

// query is the text after the path, without parameters that are empty.
func query(parameters map[string]string) string {
	values := url.Values{}
	for name, value := range parameters {
		if value != "" {
			values.Set(name, value)
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}
