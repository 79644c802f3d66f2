{{- /* A process that runs all the time. Takes root, component, process (its values), command and ports. */ -}}
{{- define "servicepay.process" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "servicepay.name" $root }}-{{ .component }}
  labels:
    {{- include "servicepay.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .process.autoscaling.enabled }}
  replicas: {{ .process.replicas }}
  {{- end }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "servicepay.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "servicepay.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- with $root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "servicepay.serviceAccount" $root }}
      # The grace, 25 s in which the process finishes what runs, and 5 s to spare.
      terminationGracePeriodSeconds: {{ add $root.Values.shutdownGraceSeconds 30 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "servicepay.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      {{- include "servicepay.pod" $root | nindent 6 }}
      containers:
        - name: {{ .component }}
          command: [node, dist/apps/{{ .component }}/src/main.js]
          ports:
            {{- range $name, $port := .ports }}
            - name: {{ $name }}
              containerPort: {{ $port }}
            {{- end }}
          startupProbe:
            httpGet: { path: /health/live, port: operations }
            periodSeconds: 2
            failureThreshold: 30
          livenessProbe:
            httpGet: { path: /health/live, port: operations }
            periodSeconds: 10
            timeoutSeconds: 3
          readinessProbe:
            httpGet: { path: /health/ready, port: operations }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml .process.resources | nindent 12 }}
          {{- include "servicepay.container" $root | nindent 10 }}
{{- end -}}

{{- /* A process that runs once: the spec of a Job. Takes root, component, process and command. */ -}}
{{- define "servicepay.job" -}}
{{- $root := .root -}}
backoffLimit: 2
template:
  metadata:
    labels:
      {{- include "servicepay.labels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
    {{- with $root.Values.podAnnotations }}
    annotations:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  spec:
    {{- /* The hook runs before the chart creates its account. */}}
    {{- if not $root.Values.serviceAccount.create }}
    serviceAccountName: {{ include "servicepay.serviceAccount" $root }}
    {{- end }}
    restartPolicy: Never
    {{- include "servicepay.pod" $root | nindent 4 }}
    containers:
      - name: {{ .component }}
        command:
          {{- toYaml .command | nindent 10 }}
        resources:
          {{- toYaml .process.resources | nindent 10 }}
        {{- include "servicepay.container" $root | nindent 8 }}
{{- end -}}

{{- /* Takes root, component and process. */ -}}
{{- define "servicepay.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "servicepay.name" .root }}-{{ .component }}
  labels:
    {{- include "servicepay.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  # A node can be drained whatever the number of pods is.
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "servicepay.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- /* The metrics and health checks of each pod, ready or not, inside the cluster. Takes root and component. */ -}}
{{- define "servicepay.operations" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "servicepay.name" .root }}-{{ .component }}-operations
  labels:
    {{- include "servicepay.labels" .root | nindent 4 }}
    app.kubernetes.io/component: operations
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  ports:
    - name: operations
      port: 9090
      targetPort: operations
  selector:
    {{- include "servicepay.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
{{- end -}}
